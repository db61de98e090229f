import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { openAdd, openEvents } from './event-dialog.ts';
import { signIn, signInByPopup } from './signing-in.ts';

test('what is typed outlives the end of the session, and is saved after signing in again', async ({
  page,
  context,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost', '/admin/food');
  await page.getByRole('button', { name: 'Add new food item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a new food item' });
  await dialog.getByLabel('Name').fill('Samosa');

  const other = await context.newPage();
  const asked = page.waitForResponse((answer) => answer.url().includes('/admin/food.data') && answer.status() === 401);
  await other.goto(`${club.url}/auth/logout`);
  await asked;
  await dialog.getByRole('button', { name: 'Add food item' }).click();
  await expect(dialog.getByText('You are not signed in any more.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Samosa');
  expect(queryRows(club, 'select name from food')).toEqual([]);

  await signInByPopup(other, club, 'admin@localhost');
  await expect(dialog.getByText('You are not signed in any more.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Add food item' }).click();
  await expect(dialog).toBeHidden();
  expect(queryRows(club, 'select name from food')).toEqual([{ name: 'Samosa' }]);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('401');
});

test(
  'an event that was not saved does not outlive signing out, also where that is opened by its address',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    page.on('dialog', (question) => question.accept());
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Secret plan');
    await page.reload();
    await expect(dialog.getByLabel('Title')).toHaveValue('Secret plan');
    await page.goto(`${club.url}/auth/logout`);
    await expect(page).toHaveURL(`${club.url}/home`);
    expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain('Secret plan');
    await signIn(page, club, 'admin@localhost', '/admin/events');
    await openAdd(page);
    await expect(dialog.getByLabel('Title')).toHaveValue('');
  },
);
