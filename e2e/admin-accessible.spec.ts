import type { Route } from '@playwright/test';
import { ADMIN_SCREENS, ADMIN_STATES, EXPECTED, faultsOf, opener } from './admin-states.ts';
import { expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { importHostileClub } from './hostile-club.ts';
import { signIn } from './signing-in.ts';

// One sign-in and one club for all there is to see.
test.describe.configure({ timeout: 300_000 });

test('axe finds nothing on any screen of the admin area (phone, dark)', async ({ page, club }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, club, 'admin@localhost');
  const open = opener(page, club);
  for (const path of ADMIN_SCREENS) {
    await open(path);
    expect(await faultsOf(page, path)).toEqual([]);
  }
});

test('axe finds nothing on any dialog of the admin area (desk, light)', async ({ page, club, complaints }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await signIn(page, club, 'admin@localhost');
  const open = opener(page, club);
  for (const [what, show] of Object.entries(ADMIN_STATES)) {
    await show(page, open);
    expect(await faultsOf(page, what)).toEqual([]);
  }
  expect(complaints.splice(0).filter((text) => !EXPECTED.test(text))).toEqual([]);
});

test('the longest words make no screen of the admin area wider than a phone', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importHostileClub(club, 7);
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn(page, club, 'admin@localhost');
  for (const path of [...ADMIN_SCREENS, '/admin/events/-key0000']) {
    await page.goto(club.url + path);
    await expectNoOverflow(page, 320, path);
  }
  // What cannot be loaded is meant to fail here.
  complaints.length = 0;
});

test('on a phone the tab of the screen that is shown can be seen', async ({ page, club }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, club, 'admin@localhost');
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  for (const name of ['Files', 'Texts', 'Home']) {
    await tabs.getByRole('link', { name }).click();
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
});

const AWAY: Record<string, (route: Route) => Promise<void>> = {
  'the site is away': (route) => route.abort(),
  'the site cannot answer': (route) => route.fulfill({ status: 503, body: 'Nothing can be read now.' }),
};

for (const [why, fail] of Object.entries(AWAY)) {
  test(`${why}: the tabs stay, 'Try again' may fail and then works`, async ({ page, club, complaints }) => {
    await signIn(page, club, 'admin@localhost');
    await page.route('**/admin/food.data**', fail);
    const tabs = page.getByRole('navigation', { name: 'Admin area' });
    const heading = page.getByRole('heading', { level: 1 });
    await tabs.getByRole('link', { name: 'Food' }).click();
    await expect(heading).toHaveText('This screen cannot be loaded.');
    await expect(tabs.getByRole('link', { name: 'Food' })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link', { name: 'Submissions' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Logout' })).toBeVisible();
    const asked = page.waitForRequest('**/admin/food.data**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(heading).toHaveText('This screen cannot be loaded.');
    await tabs.getByRole('link', { name: 'Execs' }).click();
    await expect(heading).toHaveText('Executive Management');
    await tabs.getByRole('link', { name: 'Food' }).click();
    await expect(heading).toHaveText('This screen cannot be loaded.');
    await page.unroute('**/admin/food.data**');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('table', { name: 'Food items' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    expect(complaints.splice(0).filter((text) => !/503|ERR_FAILED|Failed to fetch/.test(text))).toEqual([]);
  });
}
