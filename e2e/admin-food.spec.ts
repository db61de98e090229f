import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { queryRows } from './database.ts';
import { importInto, signIn } from './signing-in.ts';

async function openFood(page: Page, startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>) {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name: 'Food' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Food Services Management');
  return club;
}

const cells = (page: Page, name: string) =>
  page
    .getByRole('row', { name })
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell');

test('a food item is added, edited and priced in the club’s currency', async ({ page, startClub }) => {
  const club = await openFood(page, startClub);
  await expect(page.getByText('There are no food items yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add new food item' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a new food item' });
  await expect(adding.getByLabel('Section')).toHaveValue('Food');
  await expect(adding.getByLabel('Price')).toHaveValue('0');
  await adding.getByLabel('Name').fill('Tea');
  await adding.getByLabel('Section').selectOption('Drink');
  await adding.getByLabel('Price').fill('-1');
  await adding.getByRole('button', { name: 'Add food item' }).click();
  await expect(adding.getByLabel('Price')).toHaveAccessibleDescription(/price/i);
  await expect(adding.getByLabel('Price')).toBeFocused();
  await adding.getByLabel('Price').fill('1.5');
  await adding.getByRole('button', { name: 'Add food item' }).click();
  await expect(adding).toBeHidden();
  await expect(cells(page, 'Tea')).toContainText(['', 'Drink', '$1.50']);

  await page.getByRole('button', { name: 'Edit Tea' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit food item' });
  await editing.getByLabel('Price').fill('2');
  await editing.getByRole('button', { name: 'Update food item' }).click();
  await expect(editing).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Tea' })).toBeFocused();
  await expect(cells(page, 'Tea')).toContainText(['', 'Drink', '$2.00']);
  expect(queryRows(club, 'select name, section, price from food')).toEqual([
    { name: 'Tea', section: 'Drink', price: 2 },
  ]);
});

test('prices are typed one after another in the table', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await openFood(page, startClub);
  await importInto(club, {
    food: { f1: { name: 'Bagel', section: 'Food', price: 1 }, f2: { name: 'Soup', section: 'Food', price: 2 } },
  });
  await expect(page.getByText('Visitors cannot see the menu yet')).toBeVisible();
  await page.getByRole('button', { name: '$1.00' }).press('Enter');
  await expect(page.getByLabel('Price of Bagel')).toBeFocused();
  await page.keyboard.type('x');
  await expect(page.getByLabel('Price of Bagel')).toHaveAccessibleDescription(/price/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1.5');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Price of Soup')).toBeFocused();
  await page.keyboard.type('2,25');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: '$2.25' })).toBeFocused();
  expect(queryRows(club, 'select price, version from food order by key')).toEqual([
    { price: 1.5, version: 2 },
    { price: 2.25, version: 2 },
  ]);
});

test(
  'ticked food items are removed on a phone, by keyboard, with the button in view',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openFood(page, startClub);
    await page.setViewportSize({ width: 390, height: 700 });
    const items = Array.from({ length: 40 }, (_, at) => ({ name: `Dish ${at + 10}`, section: 'Food', price: at }));
    await importInto(club, { food: Object.fromEntries(items.map((item, at) => [`f${at}`, item])) });
    const rows = page.getByRole('table', { name: 'Food items' }).getByRole('rowheader');
    await expect(rows).toHaveCount(40);
    for (const number of [44, 45, 46, 47, 48, 49]) {
      await page.getByLabel(`Select Dish ${number}`).focus();
      await page.keyboard.press('Space');
    }
    const remove = page.getByRole('button', { name: 'Remove selected food items' });
    await expect(page.getByRole('status').filter({ hasText: '6 selected' })).toBeInViewport();
    await expect(remove).toBeInViewport();
    await remove.press('Enter');
    const asking = page.getByRole('dialog', { name: 'Remove food items' });
    await expect(asking).toContainText('Are you sure you want to remove 6 food items from the database?');
    const named = ['Dish 44', 'Dish 45', 'Dish 46', 'Dish 47', 'Dish 48', 'and 1 more'];
    await expect(asking.getByRole('listitem')).toHaveText(named);
    await expect(asking.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(asking).toBeHidden();
    await expect(rows).toHaveCount(34);
    // The button that was pressed has nothing to do any more.
    await expect(page.getByRole('button', { name: 'Add new food item' })).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: '‘Dish 44’ and 5 more were removed' })).toBeVisible();
    expect(queryRows(club, "select name from food where name in ('Dish 48', 'Dish 49')")).toEqual([]);
  },
);
