import { ADMIN_SCREENS, ADMIN_STATES, EVENT_SCREENS, EXPECTED, faultsOf, opener, showAt } from './admin-states.ts';
import { expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { importHostileClub } from './hostile-club.ts';
import { signIn } from './signing-in.ts';

const WIDTHS = [320, 768, 1280];
const HOSTILE_EVENTS = ['-key0000', 'priced', 'priced/door', 'priced/payments'].map((path) => `/admin/events/${path}`);

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    test(`every admin screen and dialog at ${width} px, ${colorScheme}: nothing too wide, nothing for axe`, async ({
      page,
      club,
      complaints,
    }) => {
      test.setTimeout(1_800_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, club, 'admin@localhost');
      const open = opener(page, club);
      const faults: string[] = [];
      for (const path of [...ADMIN_SCREENS, ...EVENT_SCREENS]) {
        await open(path);
        faults.push(...(await faultsOf(page, path)));
      }
      for (const [what, show] of Object.entries(ADMIN_STATES)) {
        // One that cannot be reached hides none of the others.
        const missed = await showAt(page, width, show, open).then(
          () => undefined,
          (error: unknown) => `${what}: ${String(error)}`,
        );
        faults.push(...(missed ? [missed] : await faultsOf(page, what)));
      }
      expect(faults).toEqual([]);
      expect(complaints.splice(0).filter((text) => !EXPECTED.test(text))).toEqual([]);
    });
  }
}

test('the longest words on every admin screen at 320 px: nothing too wide', async ({ page, startClub, complaints }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importHostileClub(club, 7);
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, club, 'admin@localhost');
  for (const path of [...ADMIN_SCREENS, ...HOSTILE_EVENTS]) {
    await page.goto(club.url + path);
    await expectNoOverflow(page, 320, path);
  }
  // What cannot be loaded is meant to fail here.
  complaints.length = 0;
});
