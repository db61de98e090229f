import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNothingForAxe } from './axe.ts';
import { test, type RunningClub } from './club.ts';
import { importHostileClub } from './hostile-club.ts';
import { eventStates, OPTIONAL, SCREENS, STATES, withAllPages, type State } from './public-screens.ts';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [320, 390, 768, 1045, 1280, 1920, 3840];
const AXE_WIDTHS = [320, 768, 1280];
/** Of the sample club: one with a form and a fixed date. */
const GAME_NIGHT = '/events/-Ofz9T4KdK2vYI12T1Qk';
const HOSTILE = Array.from({ length: 7 }, (_, place) => `/events/-key000${place}`);

const states = [...STATES, ...eventStates(GAME_NIGHT)];

async function show(page: Page, url: string, scheme: (typeof THEMES)[number], width: number): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: width > 2000 ? 1800 : 900 });
  await page.goto(url);
}

async function checkAll(
  page: Page,
  club: RunningClub,
  paths: string[],
  scheme: (typeof THEMES)[number],
): Promise<void> {
  for (const path of paths) {
    for (const width of WIDTHS) {
      await show(page, club.url + path, scheme, width);
      await expectNoOverflow(page, width, path);
      if (AXE_WIDTHS.includes(width)) await expectNothingForAxe(page, `${path} at ${width} px, ${scheme}`);
    }
  }
}

const fits = ({ from = 0, to = Infinity }: State, width: number) => from <= width && width <= to;

for (const scheme of THEMES) {
  test(`every public screen, ${scheme}: nothing wider than the screen, nothing for axe`, async ({
    page,
    startClub,
    complaints,
  }) => {
    test.setTimeout(1_800_000);
    const club = await startClub(withAllPages());
    await checkAll(page, club, [...SCREENS, ...OPTIONAL, GAME_NIGHT], scheme);
    // A page that is not there says so to the console as well.
    complaints.length = 0;
  });

  test(`every state of a screen, ${scheme}: nothing wider than the screen, nothing for axe`, async ({ page, club }) => {
    test.setTimeout(1_800_000);
    for (const state of states) {
      for (const width of WIDTHS.filter((it) => fits(state, it))) {
        const where = `${state.path}, ${state.name}, at ${width} px, ${scheme}`;
        await show(page, club.url + state.path, scheme, width);
        await state.reach(page);
        await expectNoOverflow(page, width, where);
        if (AXE_WIDTHS.includes(width)) await expectNothingForAxe(page, where);
      }
    }
  });

  for (const count of [0, 1, 7, 200]) {
    test(`${count} of everything with the longest words and no picture that loads, ${scheme}`, async ({
      page,
      startClub,
      complaints,
    }) => {
      test.setTimeout(1_800_000);
      const club = await startClub({ ...withAllPages(), CLUB_EMPTY: '1' });
      await importHostileClub(club, count);
      const paths = ['/home', '/team', '/events?past=1', '/services', '/dsc', ...HOSTILE.slice(0, Math.min(count, 4))];
      await checkAll(page, club, paths, scheme);
      // What cannot be loaded is meant to fail here.
      complaints.length = 0;
    });
  }
}
