import type { Page } from '@playwright/test';
import { expectNoOverflow, expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importHostileClub } from './hostile-club.ts';
import {
  eventStates,
  INTRO_TO_GIT,
  MISSING,
  OPTIONAL,
  SCREENS,
  STATES,
  withAllPages,
  type State,
} from './public-screens.ts';
import { findGluedWords } from './words-apart.ts';

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [320, 390, 768, 1045, 1280, 1920, 3840];
/** Where the layout is another one; axe takes seconds on a long page. */
const AXE_WIDTHS = [320, 768, 1280];
const HOSTILE = Array.from({ length: 4 }, (_, place) => `/events/-key000${place}`);
const LONG = 600_000;

async function look(page: Page, scheme: (typeof THEMES)[number], width: number): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height: width > 2000 ? 1800 : 900 });
}

/** A page as it is now: nothing wider than the screen, no words that only a margin parts and, at some widths, nothing for axe. */
async function check(page: Page, scheme: (typeof THEMES)[number], width: number, name: string): Promise<void> {
  const where = `${name} at ${width} px, ${scheme}`;
  await expectNoOverflow(page, width, where);
  expect(await findGluedWords(page), where).toEqual([]);
  if (AXE_WIDTHS.includes(width)) await expectNoAxeViolations(page, where);
}

/** Loads a page once; then the window is resized and the theme changes under it. */
async function checkAtAllWidths(page: Page, url: string): Promise<void> {
  await look(page, 'light', 320);
  await page.goto(url);
  for (const width of WIDTHS) {
    for (const scheme of THEMES) {
      await look(page, scheme, width);
      await check(page, scheme, width, new URL(url).pathname);
    }
  }
}

// The longest first, so that both workers end about together.
for (const count of [200, 7, 1, 0]) {
  test(`${count} of everything with the longest words and no picture that loads`, async ({
    page,
    startClub,
    complaints,
  }) => {
    test.setTimeout(2 * LONG);
    const club = await startClub({ ...withAllPages(), CLUB_EMPTY: '1' });
    await importHostileClub(club, count);
    const paths = ['/home', '/team', '/events?past=1', '/services', '/dsc', ...HOSTILE.slice(0, count)];
    for (const path of paths) {
      await checkAtAllWidths(page, club.url + path);
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1);
    }
    // What cannot be loaded is meant to fail here.
    complaints.length = 0;
  });
}

for (const path of [...SCREENS, INTRO_TO_GIT]) {
  test(`${path}: nothing wider than the screen, nothing for axe`, async ({ page, club, complaints }) => {
    test.setTimeout(LONG);
    await checkAtAllWidths(page, club.url + path);
    // A page that is not there says so to the console as well.
    if (path === MISSING) complaints.length = 0;
  });
}

test('the optional screens: nothing wider than the screen, nothing for axe', async ({ page, startClub }) => {
  test.setTimeout(LONG);
  const club = await startClub(withAllPages());
  for (const path of OPTIONAL) await checkAtAllWidths(page, club.url + path);
});

const fits = ({ from = 0, to = Infinity }: State, width: number) => from <= width && width <= to;

for (const state of [...STATES, ...eventStates(INTRO_TO_GIT)]) {
  test(`${state.path}, ${state.name}: nothing wider than the screen, nothing for axe`, async ({ page, club }) => {
    test.setTimeout(LONG);
    for (const width of WIDTHS.filter((it) => fits(state, it))) {
      // Some states pass by themselves: each is reached anew.
      for (const scheme of THEMES) {
        await look(page, scheme, width);
        await page.goto(club.url + state.path);
        await state.reach(page);
        await check(page, scheme, width, `${state.path}, ${state.name},`);
      }
    }
  });
}
