import { globSync, readFileSync } from 'node:fs';
import { expect, test } from './club.ts';
import { submissions } from './submissions.ts';

const NOTICE = 'You are offline. What you see may be out of date.';

test('a page says that it is offline, keeps what was typed, and sends it once it is back', async ({
  page,
  context,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/contact`);
  const email = page.getByLabel('Email', { exact: true });
  await email.fill('sam@example.edu');
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  // What sending needs has been loaded.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: NOTICE })).toBeVisible();
  const how = 'You are offline. You can press ‘Submit’ now: it goes out by itself once you are back online.';
  await expect(page.getByText(how)).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByText('You are offline. That page can be opened once you are back online.')).toBeVisible();
  await expect(email).toHaveValue('sam@example.edu');
  await context.setOffline(false);
  await expect(page.getByText(NOTICE)).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
  expect(submissions(club, 'contact')).toHaveLength(1);
  complaints.length = 0;
});

test('the word of a lost network covers no action of a phone, and is said once beside a failure', async ({
  page,
  context,
  club,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // It would still be sliding in while it is measured.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${club.url}/events/-Og3_FzbKm8ab0ftOR13`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const notice = page.getByText(NOTICE);
  await expect(notice).toBeInViewport({ ratio: 1 });
  const action = await page.getByRole('link', { name: 'Go to the sign-up form' }).boundingBox();
  const said = await notice.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(action?.y ?? 0);
  // Nor does it lie on the club's notice or the bar.
  const bar = await page.getByRole('banner').boundingBox();
  expect(await page.getByRole('complementary', { name: 'Notice' }).isVisible()).toBe(true);
  expect(said?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? Infinity) + (bar?.height ?? 0));
  await page.getByLabel('Name (*)').fill('Sam');
  const waits = page.getByText('You can press ‘Submit’ now: it goes out by itself once you are back online.');
  await expect(waits).toBeVisible();
  await page.getByLabel('Email (*)').fill('sam@example.edu');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(waits).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline' })).toHaveText(
    /^You are offline, so this was not sent. Nothing you typed is lost. ?It goes out by itself once you are back online. Keep this page open until then. ?Try again$/,
  );
  await context.setOffline(false);
  complaints.length = 0;
});

test('a page that cannot be loaded offers to try again', async ({ page, club, complaints }) => {
  await page.goto(`${club.url}/links`);
  let isAway = true;
  await page.route('**/team.data*', (route) => (isAway ? route.fulfill({ status: 500, body: '' }) : route.continue()));
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side.' })).toBeVisible();
  await page.unroute('**/team.data*');
  await page.route('**/team.data*', (route) => (isAway ? route.abort('connectionrefused') : route.continue()));
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This page cannot be loaded.' })).toBeVisible();
  await expect(page.getByText('The site could not be reached. Try again in a moment')).toBeVisible();
  isAway = false;
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Current Executive Team' })).toBeVisible();
  complaints.length = 0;
});

test('while a page is on its way the bar says so', async ({ page, club }) => {
  await page.goto(`${club.url}/links`);
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/team.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  const going = page.getByRole('banner').locator('[data-going]');
  await expect(going).toBeVisible();
  letThrough();
  await expect(page.getByRole('heading', { name: 'Current Executive Team' })).toBeVisible();
  await expect(going).toHaveCount(0);
});

test(
  'one poster at a time moves from its card to its page and back, none with reduced motion',
  { tag: '@long' },
  async ({ page, club }) => {
    const moving = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .map((element) => getComputedStyle(element).viewTransitionName)
          .filter((name) => name !== 'none')
          .toSorted(),
      );
    await page.goto(`${club.url}/events`);
    expect(await moving()).toEqual([]);
    for (const title of ['Chess and Algorithms', 'Lightning Talks']) {
      await page.getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
      expect(await moving()).toEqual(['poster', 'title']);
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
      expect(await moving()).toEqual(['poster', 'title']);
      await expect(page.getByRole('link', { name: title })).toBeInViewport();
    }
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving()).toEqual([]);
  },
);

test('every title takes the colour of a theme that comes while the page is open, with reduced motion too', async ({
  page,
  club,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(`${club.url}/events`);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const colours = await page.evaluate(() =>
    [document.body, ...document.querySelectorAll('h1, h2, h3')].map((element) => getComputedStyle(element).color),
  );
  expect(colours.length).toBeGreaterThan(10);
  expect(new Set(colours).size).toBe(1);
});

test('what is built knows no page of the design system', async ({ page, club }) => {
  await page.goto(`${club.url}/dev/ui`);
  await expect(page).toHaveURL(`${club.url}/home`);
  const built = globSync('build/**/*.js').filter((file) => readFileSync(file, 'utf8').includes('dev/ui'));
  expect(built).toEqual([]);
});
