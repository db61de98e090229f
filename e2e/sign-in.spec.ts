import { expect, test } from './club.ts';
import { fillSignIn, signIn, signInByPopup } from './signing-in.ts';
import { tabsOf } from './tabs.ts';

const ADMIN = 'admin@localhost';
const MEMBER = 'member@localhost';
/** Without the sample's pictures, which a fresh site is busy with. */
const EMPTY = { CLUB_EMPTY: '1' };

test('an admin signs in through a popup that closes itself, and is in the admin area', async ({ page, club }) => {
  await signInByPopup(page, club, ADMIN);
  await expect(page).toHaveURL(`${club.url}/admin/home`);
  await expect(page.getByText('This is the admin area home')).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Admin' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Logout' })).toBeVisible();
  await expect(tabsOf(page).getByRole('link')).toHaveText([
    'Home',
    'Execs',
    'Events',
    'Food',
    'DSC',
    'Files',
    'Submissions',
    'Members',
  ]);
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('aria-current', 'page');
  await page.goto(`${club.url}/auth/login`);
  await expect(page).toHaveURL(`${club.url}/admin/home`);
});

test('the page says that the sign-in goes on in a window of its own', async ({ page, club }) => {
  await page.goto(`${club.url}/auth/login`);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Login' }).click();
  await (await opening).close();
  await expect(page.getByRole('status').filter({ hasText: 'Continue in the window that has opened.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('where popups are blocked, the whole page goes to the provider and comes back', async ({ page, club }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`${club.url}/auth/login`);
  await page.waitForFunction(() => document.readyState === 'complete' && '__reactRouterContext' in window);
  await expect(async () => {
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/idp\/sign-in\//, { timeout: 2000 });
  }).toPass();
  await fillSignIn(page, club, ADMIN);
  await expect(page).toHaveURL(`${club.url}/admin/home`);
});

test(
  'a wrong password is said so, and the sign-in goes on from there',
  { tag: '@long' },
  async ({ page, club, complaints }) => {
    await page.goto(`${club.url}/auth/start`);
    await page.getByLabel('Email').fill(ADMIN);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText(/The email or the password is wrong/);
    await expect(page.getByLabel('Email')).toHaveValue(ADMIN);
    // The browser's console names every answer that refuses something.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await fillSignIn(page, club, ADMIN);
    await expect(page).toHaveURL(`${club.url}/admin/home`);
  },
);

test('granting and revoking changes the open page’s navigation without a reload', async ({ page, startClub }) => {
  const club = await startClub(EMPTY);
  await signIn(page, club, MEMBER);
  await expect(page).toHaveURL(`${club.url}/home`);
  const admin = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
  await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
  await expect(admin).toHaveCount(0);
  await page.evaluate(() => Reflect.set(window, 'stillTheSamePage', true));
  await club.command('grant', MEMBER);
  await expect(admin).toBeVisible();
  await club.command('revoke', MEMBER);
  await expect(admin).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'stillTheSamePage'))).toBe(true);
});

test(
  'an admin whose right is taken away while the admin area is open is taken home',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub(EMPTY);
    await signIn(page, club, ADMIN);
    await club.command('revoke', ADMIN);
    await expect(page).toHaveURL(`${club.url}/home`);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('403')]);
  },
);

test(
  'after one account has logged out, another signs in with the same browser',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub(EMPTY);
    await signIn(page, club, MEMBER);
    await page.goto(`${club.url}/auth/logout`);
    await expect(page).toHaveURL(`${club.url}/home`);
    await signInByPopup(page, club, ADMIN);
    await expect(page).toHaveURL(`${club.url}/admin/home`);
  },
);

test(
  'who has no role reads at home, once, why the sign-in opens nothing',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub(EMPTY);
    await signInByPopup(page, club, MEMBER);
    await expect(page).toHaveURL(`${club.url}/home`);
    const notice = page.getByText('You are signed in, but your account has no role here.');
    await expect(notice).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Logout' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);

test('logging out says so, goes home after a second, and ends what other tabs may do', async ({
  page,
  startClub,
  context,
}) => {
  const club = await startClub(EMPTY);
  await signIn(page, club, ADMIN);
  const other = await context.newPage();
  await other.goto(`${club.url}/team`);
  await expect(other.getByRole('link', { name: 'Logout' })).toBeVisible();
  await page.getByRole('link', { name: 'Logout' }).click();
  await expect(page.getByText('You have been logged out. Redirecting home.')).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/home`);
  await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Logout' })).toHaveCount(0);
  await page.goto(`${club.url}/admin`);
  await expect(page).toHaveURL(`${club.url}/auth/login`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('signing in and logging out work with plain pages', { tag: '@long' }, async ({ page, club }) => {
    await page.goto(`${club.url}/auth/start`);
    await fillSignIn(page, club, MEMBER);
    await expect(page).toHaveURL(`${club.url}/home`);
    await page.getByRole('link', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByText('You have been logged out. Redirecting home.')).toBeVisible();
    await expect(page).toHaveURL(`${club.url}/home`);
    await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0);
  });
});
