import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { queryRows } from './database.ts';
import { colourOf, fileOf, pictureFile } from './files.ts';
import { importInto, signIn } from './signing-in.ts';

async function openExecs(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>) {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Execs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Executive Management');
  return club;
}

const namesIn = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('rowheader');

test('an executive is added with a picture, and moves to the former ones when edited', async ({ page, startClub }) => {
  const club = await openExecs(page, startClub);
  await page.getByRole('button', { name: 'Add new executive' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a new exec' });
  await expect(adding.getByLabel('Title')).toHaveValue('Executive');
  await expect(adding.getByLabel('Currently an exec?')).toBeChecked();
  await adding.getByRole('button', { name: 'Add Exec' }).click();
  await expect(adding.getByText('Please enter a name')).toBeVisible();
  await expect(adding.getByLabel('Name')).toBeFocused();
  await adding.getByLabel('Name').fill('Grace');
  await adding.getByLabel('Title').selectOption('Vice President');
  await adding.getByLabel('Description').fill('Compiles things.');
  await adding.getByLabel('Upload Image').setInputFiles(await pictureFile('grace.png', '#0000ff', 400, 400));
  await expect(adding.getByRole('link', { name: 'grace.png' })).toBeVisible();
  await adding.getByRole('button', { name: 'Add Exec' }).click();
  await expect(adding).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: '‘Grace’ was added' })).toBeVisible();
  await expect(namesIn(page, 'Current Executives')).toHaveText(['Grace']);
  const [row] = queryRows(club, 'select * from execs');
  expect(row).toMatchObject({ name: 'Grace', title: 'Vice President', description: 'Compiles things.' });
  const { url }: { url: string } = JSON.parse(String(row?.image));
  expect(await colourOf(club.url + url)).toEqual([0, 0, 255]);

  await page.getByRole('cell', { name: 'Vice President', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit exec' });
  await expect(editing.getByLabel('Title')).toHaveValue('Vice President');
  await editing.getByLabel('Currently an exec?').uncheck();
  await editing.getByRole('button', { name: 'Update Exec' }).click();
  await expect(editing).toBeHidden();
  await expect(namesIn(page, 'Previous Executives')).toHaveText(['Grace']);
  await expect(page.getByText('There are no current executives yet.')).toBeVisible();
});

test(
  'execs ticked in both tables are removed together, after a question',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openExecs(page, startClub);
    const one = (name: string, isCurrentExec: boolean) => ({ name, title: 'Executive', isCurrentExec });
    await importInto(club, { exec: { a: one('Ada', true), b: one('Bob', true), c: one('Cleo', false) } });
    await expect(namesIn(page, 'Current Executives')).toHaveText(['Ada', 'Bob']);
    const remove = page.getByRole('button', { name: 'Remove selected execs' });
    await expect(remove).toBeDisabled();
    await page.getByLabel('Select Ada').check();
    await page.getByLabel('Select Cleo').check();
    await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toBeVisible();
    await remove.click();
    const asking = page.getByRole('dialog', { name: 'Remove execs' });
    await expect(asking).toContainText('Are you sure you want to remove 2 execs from the database?');
    await expect(asking.getByRole('listitem')).toHaveText(['Ada', 'Cleo']);
    await expect(asking).toContainText('This action is irreversible');
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await expect(remove).toBeFocused();
    expect(queryRows(club, 'select name from execs')).toHaveLength(3);
    await remove.click();
    await asking.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(asking).toBeHidden();
    await expect(namesIn(page, 'Current Executives')).toHaveText(['Bob']);
    await expect(remove).toBeDisabled();
    expect(queryRows(club, 'select name from execs')).toEqual([{ name: 'Bob' }]);
  },
);

test('an executive is added by keyboard alone, and the focus returns to where it was', async ({ page, startClub }) => {
  const club = await openExecs(page, startClub);
  const add = page.getByRole('button', { name: 'Add new executive' });
  await add.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a new exec' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Kim');
  await page.keyboard.press('Tab');
  await page.keyboard.press('p');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Currently an exec?')).toBeFocused();
  await dialog.getByLabel('Name').press('Enter');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await expect(namesIn(page, 'Previous Executives')).toHaveText(['Kim']);
  expect(queryRows(club, 'select name, title from execs')).toEqual([{ name: 'Kim', title: 'President' }]);
});

test(
  'closing asks while there is nothing but a file that could not be uploaded',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    await openExecs(page, startClub);
    await page.getByRole('button', { name: 'Add new executive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a new exec' });
    await dialog.getByLabel('Upload Image').setInputFiles(await fileOf('lin.png', 'not an image'));
    await expect(dialog.getByText('‘lin.png’ does not hold a PNG image').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('What you typed or chose here has not been saved.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.getByRole('button', { name: 'Remove lin.png' }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    complaints.length = 0;
  },
);

test(
  'saving asks about a file that could not be uploaded',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openExecs(page, startClub);
    await page.getByRole('button', { name: 'Add new executive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a new exec' });
    await dialog.getByLabel('Name').fill('Lin');
    await dialog.getByLabel('Upload Image').setInputFiles(await fileOf('lin.png', 'not an image'));
    await expect(dialog.getByText('‘lin.png’ does not hold a PNG image').first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Add Exec' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing is saved yet: ‘lin.png’ was not uploaded.');
    await dialog.getByRole('button', { name: 'Add Exec' }).click();
    expect(queryRows(club, 'select name from execs')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save without it' }).click();
    await expect(dialog).toBeHidden();
    expect(queryRows(club, 'select name, image from execs')).toEqual([{ name: 'Lin', image: null }]);
    complaints.length = 0;
  },
);

test(
  'what is kept over another save does not go without a file that failed, unless that is said',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openExecs(page, startClub);
    await importInto(club, { exec: { a: { name: 'Ada', title: 'Executive', isCurrentExec: true } } });
    const openAda = async (where: Page) => {
      await where.getByRole('button', { name: 'Edit Ada' }).click();
      return where.getByRole('dialog', { name: 'Edit exec' });
    };
    const mine = await openAda(page);
    await mine.getByLabel('Name').fill('Ada of mine');
    const other = await page.context().newPage();
    await other.goto(`${club.url}/admin/execs`);
    const theirs = await openAda(other);
    await theirs.getByLabel('Title').selectOption('President');
    await theirs.getByRole('button', { name: 'Update Exec' }).click();
    await expect(theirs).toBeHidden();
    await mine.getByRole('button', { name: 'Update Exec' }).click();
    await expect(mine.getByText('Someone else has saved this in the meantime.')).toBeVisible();
    await mine.getByLabel('Upload Image').setInputFiles(await fileOf('ada.png', 'not an image'));
    await expect(mine.getByText('‘ada.png’ does not hold a PNG image').first()).toBeVisible();
    await mine.getByRole('button', { name: 'Keep mine' }).click();
    await expect(mine.getByRole('alert')).toContainText('Nothing is saved yet: ‘ada.png’ was not uploaded.');
    expect(queryRows(club, 'select name, title from execs')).toEqual([{ name: 'Ada', title: 'President' }]);
    await mine.getByRole('button', { name: 'Save without it' }).click();
    await expect(mine).toBeHidden();
    expect(queryRows(club, 'select name, title from execs')).toEqual([{ name: 'Ada of mine', title: 'President' }]);
    complaints.length = 0;
  },
);
