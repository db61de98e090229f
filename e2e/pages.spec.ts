import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { queryRows } from './database.ts';
import { pictureFile } from './files.ts';
import { importInto, signIn } from './signing-in.ts';
import { findTab } from './tabs.ts';

async function openPages(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>) {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost');
  await (await findTab(page, 'Pages')).click();
  await expect(page.getByText('There are no pages yet.')).toBeVisible();
  return club;
}

const pageOf = (title: string, slug: string, where = 'menu') => ({ title, slug, text: `About ${title}.`, where });

test('a page is written with a described picture, seen while it is typed, and found in the menu', async ({
  page,
  startClub,
}) => {
  const club = await openPages(page, startClub);
  await page.getByRole('button', { name: 'Add a page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a page' });
  await dialog.getByLabel('Title').fill('Mentoring für alle');
  await expect(dialog.getByLabel('Address')).toHaveValue('mentoring-fur-alle');
  await dialog.getByLabel('Address').fill('events');
  await dialog.getByLabel('Title').fill('Mentoring');
  await expect(dialog.getByLabel('Address')).toHaveValue('events');
  await dialog.getByLabel('Text').fill('Meet a **mentor**.<script>document.title="gone"</script>');
  const preview = dialog.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('mentor');

  await dialog.getByLabel('Upload Image').setInputFiles(await pictureFile('two people (1).png', '#ff0000'));
  await dialog.getByRole('button', { name: 'Put into the text' }).click();
  await expect(dialog.getByText('Please describe the picture for people who cannot see it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add page' }).click();
  await expect(dialog.getByText('This address is one of the site’s own. Please choose another')).toBeVisible();
  await dialog.getByLabel('Address').fill('/mentoring');
  await dialog.getByRole('button', { name: 'Add page' }).click();
  const asking = page.getByRole('dialog', { name: 'A picture is not in the text' });
  await asking.getByRole('button', { name: 'Go back' }).click();
  await dialog.getByLabel('Image Description').fill('Two [happy] people');
  await dialog.getByRole('button', { name: 'Put into the text' }).click();
  await expect(preview.getByRole('img', { name: 'Two [happy] people' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add page' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: /Mentoring/ })).toContainText('In the menu');
  expect(queryRows(club, 'select slug, place, publish_at from pages')).toEqual([
    { slug: 'mentoring', place: 'menu', publish_at: null },
  ]);

  await page.goto(`${club.url}/team`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentoring' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mentoring' })).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/mentoring`);
  await expect(page.getByRole('img', { name: 'Two [happy] people' })).toHaveJSProperty('complete', true);
  await expect(page).toHaveTitle(/^Mentoring · /);
});

test(
  'whoever reads a page sees it change, move and go',
  { tag: '@long' },
  async ({ page, startClub, browser, complaints }) => {
    const club = await openPages(page, startClub);
    await importInto(club, { page: { a: pageOf('Mentoring', 'mentoring') } });
    const reader = await browser.newPage();
    await reader.goto(`${club.url}/mentoring`);
    await expect(reader.getByText('About Mentoring.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Mentoring' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit page' });
    await dialog.getByLabel('Text').fill('Another text.');
    await dialog.getByRole('button', { name: 'Update page' }).click();
    await expect(reader.getByText('Another text.')).toBeVisible();

    await page.getByRole('button', { name: 'Edit Mentoring' }).click();
    await dialog.getByLabel('Address').fill('mentors');
    await expect(dialog.getByText('/mentoring will lead there.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Update page' }).click();
    await reader.waitForURL(`${club.url}/mentors`);

    // A draft again: whoever reads it is told, and stays where they are.
    const visibility = async (to: string) => {
      await page.getByRole('button', { name: 'Edit Mentoring' }).click();
      await dialog.getByLabel('Visibility').selectOption(to);
      await dialog.getByRole('button', { name: 'Update page' }).click();
    };
    await visibility('Draft');
    await expect(reader.getByRole('heading', { name: 'There is no such page.' })).toBeVisible();
    await expect(reader).toHaveURL(`${club.url}/mentors`);
    await visibility('Published');
    await expect(dialog).toBeHidden();
    await reader.reload();
    await expect(reader.getByText('Another text.')).toBeVisible();

    await page.getByLabel('Select Mentoring').check();
    await page.getByRole('button', { name: 'Remove selected pages' }).click();
    await page
      .getByRole('dialog', { name: 'Remove pages' })
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    await expect(reader.getByRole('heading', { name: 'There is no such page.' })).toBeVisible();
    await expect(reader.getByRole('navigation', { name: 'Main' }).getByText('Mentoring')).toHaveCount(0);
    await reader.close();

    await importInto(club, { page: { b: pageOf('Another', 'mentors', 'nowhere') } });
    await page.goto(`${club.url}/admin/trash`);
    await page.getByRole('button', { name: 'Bring back Mentoring' }).click();
    await expect(page.getByText('Its address is now /mentors-2: another page has its old one.')).toBeVisible();
    complaints.length = 0;
  },
);

test('of two who change the same page the second is told, and both texts can be kept', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await openPages(page, startClub);
  await importInto(club, { page: { a: pageOf('Mentoring', 'mentoring') } });
  await page.getByRole('button', { name: 'Edit Mentoring' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit page' });
  await dialog.getByLabel('Text').fill('Mine.');
  await importInto(club, { page: { a: { ...pageOf('Mentors', 'mentoring'), text: 'Theirs.' } } });
  await dialog.getByRole('button', { name: 'Update page' }).press('Enter');
  await expect(dialog.getByText('Theirs.')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Someone else has saved this in the meantime.' })).toBeFocused();
  await dialog.getByRole('button', { name: /mine/i }).click();
  await expect(dialog).toBeHidden();
  expect(queryRows(club, 'select title, text from pages')).toEqual([{ title: 'Mentors', text: 'Mine.' }]);

  // What the site refuses is said at its field, and the summary names the field.
  await page.getByRole('button', { name: 'Add a page' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a page' });
  await adding.getByLabel('Title').fill('Other mentors');
  await adding.getByLabel('Address').fill('mentoring');
  await adding.getByLabel('Text').fill('Ours.');
  await adding.getByRole('button', { name: 'Add page' }).click();
  await expect(adding.getByRole('alert').filter({ hasText: 'Nothing was saved' })).toHaveText(
    'Nothing was saved. Please check ‘Address’.',
  );
  await expect(adding.getByText('Another page has this address already')).toHaveCount(1);
  complaints.length = 0;
});

test('a draft has a link for whoever is to read it first', { tag: '@long' }, async ({ page, startClub, browser }) => {
  const club = await openPages(page, startClub);
  await page.getByRole('button', { name: 'Add a page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a page' });
  await dialog.getByLabel('Title').fill('Plans');
  await dialog.getByLabel('Visibility').selectOption('Publish at');
  await dialog.getByRole('button', { name: 'Add page' }).click();
  await expect(dialog.getByText('Please enter a date and a time')).toBeVisible();
  await dialog.getByLabel('Publish at').fill('2020-01-01T10:00');
  await expect(dialog.getByText('This time has passed.')).toBeVisible();
  await dialog.getByLabel('Visibility').selectOption('Draft');
  await dialog.getByRole('button', { name: 'Add page' }).click();
  const row = page.getByRole('row', { name: /Plans/ });
  await expect(row).toContainText('Draft');
  await expect(row.getByRole('button', { name: 'Copy preview link of Plans' })).toBeVisible();
  const link = await row.getByRole('link', { name: '/plans' }).getAttribute('href');
  const stranger = await browser.newPage();
  await stranger.goto(`${club.url}/plans`);
  await expect(stranger).toHaveURL(`${club.url}/home`);
  await stranger.goto(club.url + link);
  await expect(stranger.getByRole('note')).toContainText('Draft. Only people with this link see this page.');
  await stranger.close();
});

test(
  'twelve pages in the menu: the last ones under ‘More’, by keyboard, and folded again at the next page',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const twelve = Array.from({ length: 12 }, (_, at) => [`p${10 + at}`, pageOf(`Page ${at + 1}`, `page-${at + 1}`)]);
    await importInto(club, { page: Object.fromEntries(twelve) });
    await page.setViewportSize({ width: 1045, height: 800 });
    await page.goto(`${club.url}/team`);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link', { name: 'Page 3', exact: true })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Page 4', exact: true })).toBeHidden();
    await bar.getByText('More').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(bar.getByRole('link', { name: 'Page 4', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Page 4' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Page 12' })).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByText('More').click();
    await menu.getByRole('link', { name: 'Page 12' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Page 12' })).toBeVisible();
    await expect(menu).toBeHidden();
  },
);
