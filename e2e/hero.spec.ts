import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './club.ts';

test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });

test('who wants less motion sees the whole team at once', async ({ page, club }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${club.url}/home`);
  const faces = page.getByRole('list', { name: 'The current team' }).getByRole('listitem');
  await expect(faces).not.toHaveCount(0);
  const moving = await faces.evaluateAll((all) => all.flatMap((face) => face.getAnimations()).length);
  expect(moving).toBe(0);
});

test('the hero is sharp on a phone, within 60 KB, and asked for once', async ({ page, club }) => {
  await page.goto(`${club.url}/home`);
  const asked = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, encodedBodySize }))
      .filter(({ path }) => path.startsWith('/images/hero')),
  );
  expect(asked.map(({ path }) => path)).toEqual(['/images/hero-portrait/1920.avif']);
  expect(asked[0]?.encodedBodySize).toBeLessThanOrEqual(60 * 1024);
  const drawn = await page
    .locator('main img')
    .first()
    .evaluate((image: HTMLImageElement) => {
      const { width, height } = image.getBoundingClientRect();
      return Math.max(width, height * 0.6) * devicePixelRatio;
    });
  expect(drawn).toBeLessThanOrEqual(1.05 * 1350);
});

for (const width of [390, 1280])
  test(
    `at ${width} px the bar over the picture keeps its contrast, whatever lies below it`,
    { tag: width === 390 ? [] : '@long' },
    async ({ page, club }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${club.url}/home`);
      await expect(page.locator('body > header')).toHaveAttribute('style', /--bar-opacity/);
      // The lightest of grounds, as what measures contrast sees it.
      await page.locator('main').evaluate((main) => main.replaceChildren());
      for (const opacity of ['0', '1']) {
        await page
          .locator('body > header')
          .evaluate((bar, given) => bar.style.setProperty('--bar-opacity', given), opacity);
        const axe = new AxeBuilder({ page }).include('body > header').options({ runOnly: ['color-contrast'] });
        const { violations } = await axe.analyze();
        expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
      }
    },
  );
