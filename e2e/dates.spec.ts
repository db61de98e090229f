import { join } from 'node:path';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';

const EMPTY = { CLUB_EMPTY: '1' };

test(
  'an item with an end and two owners, and owners of what the site finds',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub(EMPTY);
    await signIn(page, club, 'admin@localhost');
    await page.getByRole('link', { name: 'What runs out' }).last().click();
    await page.getByRole('button', { name: 'Add an item' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add an item' });
    await dialog.getByLabel('Item').fill('Domain');
    await dialog.getByLabel('Owner', { exact: true }).fill('Old Bob');
    await dialog.getByLabel('Ends on').fill('2020-08-31');
    await dialog.getByRole('button', { name: 'Add item' }).click();
    const wrong = page.getByRole('region', { name: 'Wrong now' });
    await expect(wrong.getByRole('listitem').filter({ hasText: 'Domain' })).toContainText('Ended on Aug 31, 2020.');
    await expect(wrong).toContainText('Owner: Old Bob (No address) · No second owner');
    await expectNoAxeViolations(page);

    await page.goto(`${club.url}/admin/home`);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention.getByRole('listitem').first()).toHaveText('Domain: Ended on Aug 31, 2020.');
    await attention.getByRole('link', { name: 'Domain' }).click();
    await page.getByRole('button', { name: 'Edit Domain' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit item' });
    await edit.getByLabel('Second owner').fill('admin@localhost');
    await edit.getByLabel('Ends on').fill('2099-08-31');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Ends one day' })).toContainText('Ends on Aug 31, 2099.');

    await page.getByRole('button', { name: 'Edit Backup' }).click();
    const owners = page.getByRole('dialog', { name: 'Owners of Backup' });
    await owners.getByLabel('Owner', { exact: true }).fill('grace@example.org');
    await owners.getByRole('button', { name: 'Save' }).press('Enter');
    const backup = page.getByRole('region', { name: 'Without an end' }).getByRole('listitem').first();
    await expect(backup).toContainText('Owner: grace@example.org · No second owner');

    await page.getByRole('button', { name: 'Remove Domain' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Ends on Aug 31, 2099.')).toHaveCount(0);
  },
);

test(
  'a practice: the sheet is printed alone, a wrong code is refused',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub(EMPTY);
    await club.command('backup', join(club.dataDir, 'a-backup'));
    await signIn(page, club, 'admin@localhost', '/admin/dates');
    await page.getByRole('button', { name: 'Practise' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Practise' });
    await expect(dialog.getByText('npm run club -- drill BACKUP')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectNoAxeViolations(page);
    await page.emulateMedia({ media: 'print' });
    await expect(dialog.getByRole('article', { name: 'The sheet' })).toBeVisible();
    await expect(dialog.getByLabel('Code')).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'What runs out' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await dialog.getByLabel('Code').fill('7KQM-X2BD');
    await dialog.getByLabel('Code').press('Enter');
    await expect(dialog.getByText(/^This code is not from a backup/)).toBeVisible();
    await expect(dialog.getByLabel('Code')).toHaveValue('7KQM-X2BD');
    expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  },
);
