import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { openDatabase } from './database.ts';
import { importInto, signIn } from './signing-in.ts';

const PEOPLE = {
  member: {
    a: { name: 'Ana Ångström', email: 'ana@example.org', studentId: '1001', since: '2026-09-01' },
    b: { name: 'Ben Carter', email: 'ben@example.org', studentId: '1002', since: '2026-09-01' },
    c: { name: 'Cleo Diaz', email: 'cleo@example.org', studentId: '1003', since: '2026-09-01' },
  },
};

test('in a queue: three letters, two presses, and undone at once; a second table is shown what the first did', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub();
  await importInto(club, PEOPLE);
  await signIn(page, club, 'admin@localhost');
  await page.goto(`${club.url}/admin/members`);
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();
  await expectNoAxeViolations(page);

  const second = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await signIn(second, club, 'admin@localhost');
  await second.goto(`${club.url}/admin/members`);
  await second.getByRole('button', { name: 'Actions for Ana Ångström' }).click();
  await second.getByRole('menuitem', { name: 'Mark as paid' }).click();
  const there = second.getByRole('dialog', { name: 'Mark as paid' });
  await expect(there.getByLabel('Until')).toHaveValue(/^\d{4}-08-31$/);

  await page.getByLabel('Find a member').pressSequentially('ang');
  await expect(page.getByRole('row', { name: /Ben Carter/ })).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mark as paid' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 paid, 2 not paid, 0 lapsed')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ana Ångström/ })).toContainText('Paid until Aug 31,');

  await there.getByRole('button', { name: 'Save' }).click();
  await expect(there.getByText('Someone else saved this meanwhile.')).toBeVisible();
  await expect(there.getByText(/^Paid until Aug 31,/)).toBeVisible();
  await there.getByRole('button', { name: 'Take theirs' }).click();
  await second.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();
});

test('several are marked together, and a file is taken after its preview', async ({ page, startClub }) => {
  const club = await startClub();
  await importInto(club, PEOPLE);
  await signIn(page, club, 'admin@localhost');
  await page.goto(`${club.url}/admin/members`);
  await page.getByLabel('Select Ben Carter').check();
  await page.getByLabel('Select Cleo Diaz').check();
  await page.getByRole('button', { name: 'Mark 2 as paid' }).click();
  await page.getByRole('dialog').getByLabel('How').selectOption('Card');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 paid, 1 not paid, 0 lapsed')).toBeVisible();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  const text = 'email;name;paid until\nzoe@example.org;Zoe;08/09/2030\nana@example.org;;\nnobody;;\n';
  await dialog.getByLabel('File').setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByLabel('Dates such as 08/09/2026').selectOption('Day first: 31/08/2026');
  for (const count of ['New 1', 'Changed 0', 'Unchanged 1', 'Not read 1'])
    await expect(dialog.getByText(count, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Line 4: This is no email address')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('row', { name: /Zoe/ })).toContainText('Paid until Sep 8, 2030');
});

test('a card is sent to whoever asks, and shows a code while its owner is a member', async ({ page, startClub }) => {
  const club = await startClub();
  const payments = [{ on: '2026-01-01', until: '2999-08-31', how: 'cash', note: '' }];
  await importInto(club, { member: { a: { ...PEOPLE.member.a, payments } } });
  await page.goto(`${club.url}/membership`);
  await expectNoAxeViolations(page);
  await page.getByLabel('Email').fill('ANA@example.org');
  await page.getByRole('button', { name: 'Send me my card' }).click();
  await expect(page.getByText('If this address belongs to a member, we have sent its card.')).toBeVisible();
  const secret = () => {
    const database = openDatabase(club, { readOnly: true });
    const row = database.prepare("select secret from outbox where kind = 'membership card'").get();
    database.close();
    return String(row?.['secret'] ?? '');
  };
  await expect.poll(secret).not.toBe('');
  await page.goto(`${club.url}/members/${secret()}`);
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  await expect(page.getByText('Paid until Aug 31, 2999')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Code for the door' })).toBeVisible();
  await expectNoAxeViolations(page);

  // Once opened it is on the phone, with its code, until its owner is no member of the list any more.
  const kept = () => page.evaluate(async () => (await caches.keys()).length);
  await expect.poll(kept).toBe(1);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  const code = page.getByRole('img', { name: 'Code for the door' });
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.context().setOffline(false);
  const database = openDatabase(club);
  database.exec('delete from members');
  database.close();
  await page.reload();
  await expect(page.getByText('This link leads to no membership card.')).toBeVisible();
  await expect.poll(kept).toBe(0);
});
