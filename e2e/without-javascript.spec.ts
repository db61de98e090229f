import { expect, test } from './club.ts';

test.use({ javaScriptEnabled: false });

test('every public page reads whole without JavaScript', async ({ page, club }) => {
  for (const [path, text] of [
    ['/home', 'See more about events'],
    ['/team', 'Previous Executives'],
    ['/events', 'Upcoming Events'],
    ['/guide', 'Contribute to this guide'],
    ['/links', 'Connect with us across platforms'],
  ] as const) {
    await page.goto(club.url + path);
    await expect(page.getByText(text).first(), path).toBeVisible();
  }
});

test('a form says that sending needs JavaScript, and gives the email of the club', async ({ page, club }) => {
  for (const path of ['/contact', '/signup', '/events/-Og3_FzbKm8ab0ftOR13']) {
    await page.goto(club.url + path);
    await expect(page.locator('form noscript p')).toHaveText(/needs JavaScript.* club@example\.edu/);
    await expect(page.locator('form noscript p')).toBeVisible();
  }
});

test('past events are a real link away, and images simply load', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('link', { name: 'Show past events' }).click();
  const past = page.getByRole('region', { name: 'Past Events' });
  await expect(past.getByRole('article').first()).toBeVisible();
  const picture = past.locator('noscript img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('an image that waits for a script gives its place to the one that does not', async ({ page, club }) => {
  await page.goto(`${club.url}/home`);
  const waiting = page.locator('main img[src^="data:"]');
  expect(await waiting.count()).toBeGreaterThan(0);
  for (const image of await waiting.all()) await expect(image).toBeHidden();
});

test('previous executives and descriptions are simply there', async ({ page, club }) => {
  await page.goto(`${club.url}/team`);
  await expect(page.locator('#previous-execs').getByRole('heading').first()).toBeVisible();
});
