import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './club.ts';

const SCREENS = [
  '/home',
  '/team',
  '/events',
  '/events?past=1',
  '/contact',
  '/signup',
  '/guide',
  '/links',
  '/auth/login',
];
const WIDTHS = [320, 390, 768, 1045, 1280, 1920, 3840];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of WIDTHS) {
    test(`every screen at ${width} px, ${colorScheme}: nothing wider than the screen, nothing for axe`, async ({
      page,
      club,
    }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      for (const path of SCREENS) {
        await page.goto(club.url + path);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
          [],
        );
      }
    });
  }
}
