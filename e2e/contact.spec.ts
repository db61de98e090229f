import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';
import { submissions } from './submissions.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true });

for (const [device, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test(
    `a visitor writes to the club on ${device}`,
    { tag: device === 'a phone' ? [] : '@long' },
    async ({ page, startClub }) => {
      const club = await startClub({ CLUB_EMPTY: '1' });
      await page.setViewportSize(viewport);
      await page.goto(`${club.url}/contact`);
      await expect(page.getByText('Babbage Hall').filter({ visible: true })).toHaveCount(1);
      await expect(field(page, 'Message')).toHaveAttribute('rows', '8');
      await submit(page).click();
      await expect(page.getByText('Please enter a valid email')).toBeVisible();
      await expect(field(page, 'Email')).toBeFocused();
      await field(page, 'Email').fill('sam@example.edu');
      await expect(page.getByText('Please enter a valid email')).toBeHidden();
      await field(page, 'Name').fill('Sam');
      await field(page, 'Message').fill('Is there a chess night?\n\nSam');
      await submit(page).click();
      await expect(page.getByText('Message submitted')).toBeVisible();
      await expect(page.getByText('The club will answer to sam@example.edu.')).toBeVisible();
      await expect(submit(page)).toHaveCount(0);
      for (const label of ['Name', 'Email', 'Message']) {
        await expect(field(page, label)).toHaveValue('');
        await expect(field(page, label)).toBeDisabled();
      }
      expect(submissions(club, 'contact')).toEqual([
        { name: 'Sam', email: 'sam@example.edu', message: 'Is there a chess night?\n\nSam' },
      ]);
      await page.getByRole('button', { name: 'Send another message' }).press('Enter');
      await expect(field(page, 'Name')).toBeFocused();
      await field(page, 'Email').fill('ana@example.edu');
      await submit(page).click();
      await expect(page.getByText('Message submitted')).toBeVisible();
      expect(submissions(club, 'contact')).toHaveLength(2);
    },
  );
}

test('a message that does not arrive is not called submitted, and stays', async ({ page, startClub, complaints }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/contact`);
  await field(page, 'Email').fill('sam@example.edu');
  await field(page, 'Message').fill('Hi');
  await page.route('**/forms/d/e/contact/**', (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong on our side. Nothing you typed is lost.' } }),
  );
  await submit(page).click();
  await expect(page.getByText('Something went wrong on our side. Nothing you typed is lost')).toBeVisible();
  await expect(page.getByText('Message submitted')).toHaveCount(0);
  await expect(field(page, 'Message')).toHaveValue('Hi');
  await page.unroute('**/forms/d/e/contact/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
  expect(submissions(club, 'contact')).toHaveLength(1);
  complaints.length = 0;
});

test('a page without a secure connection says why it cannot send', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await page.goto(`${club.url}/contact`);
  await field(page, 'Email').fill('sam@example.edu');
  await submit(page).click();
  await expect(page.getByText('This page was not opened over a secure connection, so it cannot send.')).toBeVisible();
  expect(submissions(club, 'contact')).toEqual([]);
});

test('officers read what was given, and nothing of what was not', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/contact`);
  await field(page, 'Email').fill('sam@example.edu');
  await submit(page).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
  await signIn(page, club, 'admin@localhost');
  const newest = page.getByRole('region', { name: 'Newest responses' });
  await newest.getByText('sam@example.edu').first().click();
  await expect(newest.getByRole('term')).toHaveText(['Email']);
});
