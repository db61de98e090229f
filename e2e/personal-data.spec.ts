import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const SAM = 'sam@answers.example';
const RECORDS = {
  event: { party: { title: 'Winter party', formId: 'aB3dE5gH7j', datetime: { timeStartTimestamp: 4e12 } } },
  form: {
    aB3dE5gH7j: {
      fields: [
        { name: 'nnnnnnnnnn', type: 'text', description: 'Name' },
        { name: 'eeeeeeeeee', type: 'text', description: 'E-mail' },
      ],
    },
  },
  entry: {
    aB3dE5gH7j: {
      one: { nnnnnnnnnn: 'Sam', eeeeeeeeee: 'Sam@Answers.Example' },
      two: { nnnnnnnnnn: 'Joan', eeeeeeeeee: 'joan@answers.example' },
    },
  },
  user: { samuid: { email: SAM, emailVerified: true, name: 'Sam Smith' } },
};

test('an admin finds, hands out and erases everything about an address, by keyboard', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, RECORDS);
  await signIn(page, club, 'admin@localhost');
  await page.getByRole('link', { name: 'Personal data' }).press('Enter');
  const search = page.getByLabel('Email address', { exact: true });
  await search.fill('sam');
  await search.press('Enter');
  await expect(page.getByText('Please enter an email address, such as sam@example.edu')).toBeVisible();
  // The refusal has a status of its own, which the browser notes.
  complaints.length = 0;
  await search.fill(` ${SAM.toUpperCase()} `);
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: SAM })).toBeFocused();
  await expect(page.getByText('2 records are about this address.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Winter party' })).toBeVisible();
  await expect(page.getByText('joan@')).toBeHidden();
  await expectNoAxeViolations(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^Personal data \d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    address: SAM,
    responses: [{ event: 'Winter party' }],
  });

  await page.getByRole('button', { name: 'Erase everything about this address' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase everything about this address' });
  await expect(dialog.getByText('The account of Sam Smith')).toBeVisible();
  await expect(dialog.getByText('1 response to events’ forms')).toBeVisible();
  const confirm = dialog.getByLabel('Type the address to confirm');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirm.fill('joan@answers.example');
  await confirm.press('Enter');
  await expect(dialog.getByText(`This is not ${SAM}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await confirm.fill(SAM);
  await confirm.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Erased', { exact: true })).toBeVisible();
  await expect(page.getByText('Nothing is held about this address.')).toBeVisible();
  expect(page.url()).not.toContain('answers');

  await page.goto(`${club.url}/admin/events/party`);
  await expect(page.getByRole('cell', { name: 'joan@answers.example' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Sam', exact: true })).toBeHidden();
  await page.goto(`${club.url}/admin/home`);
  await expect(page.getByText('erased everything about one email address')).toBeVisible();
});
