import { ADMIN_SCREENS, ADMIN_STATES, EXPECTED, faultsOf, opener } from './admin-states.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';

// One sign-in and one club for all there is to see.
test.describe.configure({ timeout: 180_000 });

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

test('on a phone the tab of the screen that is shown can be seen', async ({ page, club }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, club, 'admin@localhost');
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  for (const name of ['Files', 'Submissions', 'Home']) {
    await tabs.getByRole('link', { name }).click();
    await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(tabs.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
});

test('a table that cannot be loaded says so, and comes at the second try', async ({ page, club, complaints }) => {
  await signIn(page, club, 'admin@localhost');
  await page.route('**/admin/food.data**', (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 2 });
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  await tabs.getByRole('link', { name: 'Food' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong on our side.');
  await page.unroute('**/admin/food.data**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Food items' })).toBeVisible();
  complaints.length = 0;
});
