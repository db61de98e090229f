import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { monthOf } from '../test/month-of.ts';
import { importInto, signIn } from './signing-in.ts';

const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Compilers', 'DTSTART:20371220T003000Z', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Circle', 'DTSTART;TZID=America/Toronto:20271201T180000', 'END:VEVENT'],
  ...['BEGIN:VEVENT', 'SUMMARY:Nowhen', 'END:VEVENT', 'END:VCALENDAR', ''],
].join('\r\n');

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a kind is chosen, and the month is a table, on a phone a list by day', async ({ page, club }) => {
    await page.goto(`${club.url}/events`);
    const kinds = page.getByRole('navigation', { name: 'Kinds' });
    await kinds.getByRole('link', { name: 'Talks', exact: true }).click();
    await expect(page.getByRole('link', { name: 'An Evening with Rust' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Intro to Git' })).toBeHidden();
    await page.getByRole('link', { name: 'Month', exact: true }).click();
    const table = page.getByRole('table');
    await expect(table.getByRole('columnheader').first()).toHaveText('Sun');
    await page.goto(`${page.url()}&month=${await monthOf(club.url, 'An Evening with Rust')}`);
    await expect(table.getByRole('link', { name: /PM An Evening with Rust/ })).toBeVisible();
    await kinds.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: 'Later', exact: true }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page, 390);
    await expect(table.getByRole('columnheader').first()).toBeHidden();
  });
});

test('the month is accessible, and prints on one page', { tag: '@long' }, async ({ page, club }) => {
  await page.goto(`${club.url}/events?view=month`);
  await expectNoAxeViolations(page);
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test('the month names below it what has no fixed date', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const datetime = { timeStartTimestamp: Date.now() + 86_400_000 };
  const circle = { title: 'Reading circle', hiddenDate: true, customDate: 'Every other Friday', datetime };
  await importInto(club, { event: { circle } });
  await page.goto(`${club.url}/events?view=month`);
  const undated = page.getByRole('region', { name: 'Without a fixed date' });
  await expect(undated.getByRole('listitem')).toHaveText('Reading circleEvery other Friday');
  await expectNoAxeViolations(page);
  await undated.getByRole('link', { name: 'Reading circle' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reading circle' })).toBeVisible();
});

test(
  'an officer adds a kind, and imports a calendar without what they leave out',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({});
    await signIn(page, club, 'admin@localhost', '/admin/kinds');
    await page.getByRole('button', { name: 'Add a kind' }).click();
    const adding = page.getByRole('dialog', { name: 'Add a kind' });
    await adding.getByLabel('Name').fill('Trips');
    await adding.getByLabel('Colour').selectOption('Teal');
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    const trips = page.getByRole('listitem', { name: 'Trips' });
    await expect(trips).toBeVisible();
    await page.getByRole('button', { name: 'Remove Social' }).press('Enter');
    await page.getByRole('dialog', { name: 'Remove kind' }).getByRole('button', { name: 'Remove' }).press('Enter');
    await expect(page.getByRole('listitem', { name: 'Social' })).toHaveCount(0);
    await expect(trips.locator(':focus').or(page.locator('main:focus'))).toBeVisible();
    await page.goto(`${club.url}/admin/events`);
    await page.getByRole('button', { name: 'Import events' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import events' });
    const file = { name: 'other.ics', mimeType: 'text/calendar', buffer: Buffer.from(CALENDAR) };
    await dialog.getByLabel('File').setInputFiles(file);
    await expect(dialog.getByText('New 2')).toBeVisible();
    await expect(dialog.getByText('Line 12: There is no start')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /Circle/ }).uncheck();
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('link', { name: 'Compilers' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Circle', exact: true })).toBeHidden();
    await expect(page.getByRole('region', { name: '1 event is imported as a draft.' })).toBeFocused();
    await page.getByRole('link', { name: 'See the drafts' }).click();
    await expect(page).toHaveURL(/\/admin\/events\?search=draft$/);
    const found = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(found.filter({ hasText: 'Compilers' })).toHaveCount(1);
    await expect(found.filter({ hasNotText: /Draft|Proposed by/ })).toHaveCount(0);
  },
);
