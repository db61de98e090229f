import { ADMIN_SCREENS, ADMIN_STATES, EXPECTED, faultsOf, opener } from './admin-states.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';

const WIDTHS = [320, 768, 1280];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    test(`every admin screen and dialog at ${width} px, ${colorScheme}: nothing too wide, nothing for axe`, async ({
      page,
      club,
      complaints,
    }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, club, 'admin@localhost');
      const open = opener(page, club);
      const faults: string[] = [];
      for (const path of ADMIN_SCREENS) {
        await open(path);
        faults.push(...(await faultsOf(page, path)));
      }
      for (const [what, show] of Object.entries(ADMIN_STATES)) {
        await show(page, open);
        faults.push(...(await faultsOf(page, what)));
      }
      expect(faults).toEqual([]);
      expect(complaints.splice(0).filter((text) => !EXPECTED.test(text))).toEqual([]);
    });
  }
}
