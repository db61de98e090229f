import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';

test('a page is painted before its scripts are asked for, and alive when it has loaded', async ({ page, club }) => {
  await page.addInitScript(() => {
    addEventListener('load', () => document.querySelector<HTMLElement>('button[aria-label^="About "]')?.click());
  });
  await page.goto(`${club.url}/team`);
  await expect(page.getByRole('button', { name: /^About / }).first()).toHaveAttribute('aria-expanded', 'true');
  const { painted, asked } = await page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return {
      painted: Math.max(...performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)),
      asked: Math.min(...scripts.map(({ startTime }) => startTime)),
    };
  });
  expect(painted).toBeGreaterThan(0);
  expect(asked).toBeGreaterThan(painted);
});

test('a page in a tab that nobody looks at comes alive as well', async ({ page, club }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(`${club.url}/team`);
  const arrow = page.getByRole('button', { name: /^About / }).first();
  await arrow.click();
  await expect(arrow).toHaveAttribute('aria-expanded', 'true');
});

test('a page whose scripts cannot be had ends loading, and can be read', async ({ page, club, complaints }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${club.url}/team`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  await expect.poll(() => page.frames().length).toBe(1);
  // The browser itself reports what it did not get.
  complaints.length = 0;
});

test('the styles that a page brings along give way to the whole sheet, which is asked for once and after the paint', async ({
  page,
  club,
}) => {
  await page.goto(`${club.url}/events`);
  await expect.poll(() => page.locator('style[data-of]').count()).toBe(0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  const { painted, asked } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('.css'))
      .map(({ startTime }) => startTime),
  }));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThan(painted);
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
});

test('a font that comes after the first paint moves nothing, and is used from the next page on', async ({
  page,
  club,
}) => {
  let letThrough = () => {};
  const painted = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.{js,css,woff2}', async (route) => {
    await painted;
    await route.continue();
  });
  await page.goto(`${club.url}/events`, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const drawnIn = () => fontsOf(page, '//p[. = "All times are Toronto time."]');
  const isOfTheSystem = [{ familyName: 'Noto Sans', isCustomFont: false }];
  await expect.poll(drawnIn).toMatchObject(isOfTheSystem);
  const font = page.waitForResponse(/atkinson-hyperlegible-next-[^/]*\.woff2/);
  letThrough();
  await expect.poll(() => page.locator('style[data-of]').count()).toBe(0);
  await (await font).finished();
  expect(await drawnIn()).toMatchObject(isOfTheSystem);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  await bar.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByText('All times are Toronto time.')).toBeVisible();
  await expect.poll(drawnIn).toMatchObject([{ isCustomFont: true }]);
});

/** The fonts that the browser really draws this element's words in: a custom one came with the page. */
async function fontsOf(page: Page, xpath: string) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  await browser.send('DOM.getDocument');
  const { searchId } = await browser.send('DOM.performSearch', { query: xpath });
  const found = await browser.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId: found.nodeIds[0] ?? 0 });
  await browser.detach();
  return fonts;
}

test('what a page brings along is all that it needs until its scripts are there', async ({
  page,
  club,
  complaints,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // A font that comes in time for one visit only would make a difference of its own.
  await page.route(/\.(js|woff2)$/, (route) => route.abort());
  const looks = async (path: string) => {
    await page.goto(club.url + path);
    return page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.cancel();
      return Array.from(document.body.querySelectorAll('*'), (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, borderColor, font, display, opacity } = getComputedStyle(element);
        return [
          element.className,
          x,
          y,
          width,
          height,
          color,
          backgroundColor,
          borderColor,
          font,
          display,
          opacity,
        ].join();
      });
    });
  };
  for (const path of ['/home', '/events', '/team', '/signup', '/guide', '/links']) {
    const whole = await looks(path);
    expect(await page.locator('style[data-of]').count()).toBe(0);
    await page.route('**/*.css', (route) => route.abort());
    expect(await looks(path)).toEqual(whole);
    expect(await page.locator('style[data-of]').count()).toBe(1);
    await page.unroute('**/*.css');
  }
  // The browser itself reports what it did not get.
  complaints.length = 0;
});
