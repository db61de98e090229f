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

test('a page brings its styles along: no file of them is asked for, then or on the way to another', async ({
  page,
  club,
}) => {
  await page.goto(`${club.url}/events`);
  const colour = () => page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
  const before = await colour();
  expect(before).not.toBe('rgba(0, 0, 0, 0)');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(asked.filter((name) => /\.css/.test(name))).toEqual([]);
  expect(await page.evaluate(() => document.styleSheets.length)).toBe(1);
  expect(await colour()).toBe(before);
});
