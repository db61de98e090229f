import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { configFile, submissions } from './submissions.ts';

const THANKS = 'Thank you for registering to the club, welcome to the Quillmoor University Computer Science Club!';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Sign up', exact: true });

async function fill(page: Page): Promise<void> {
  await field(page, 'Name').fill('Sam & Zoë');
  await field(page, 'Quillmoor Student ID').fill('1001');
  await field(page, 'Program at Quillmoor').fill('Computer Science');
}

const stored = { name: 'Sam & Zoë', student_id: '1001', gender: 'N/A', program: 'Computer Science', interests: '' };

for (const [device, viewport, path] of [
  ['a phone', { width: 390, height: 844 }, '/signup'],
  ['a desktop', { width: 1280, height: 800 }, '/join'],
] as const) {
  test(
    `a student joins on ${device}, by keyboard, and gets the invite`,
    { tag: device === 'a phone' ? [] : '@long' },
    async ({ page, startClub }) => {
      const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: 'smtp://localhost:1' });
      await page.setViewportSize(viewport);
      await page.goto(club.url + path);
      await expect(field(page, 'Gender')).toHaveValue('N/A');
      await expect(field(page, 'Number of years as a previous member')).toHaveValue('0');
      await field(page, 'Name').focus();
      for (const text of ['Sam & Zoë', '1001', 'M', 'sam@example.edu', 'Computer Science', '2']) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      await page.keyboard.type('chess');
      await page.keyboard.press('Enter');
      await page.keyboard.type('robots');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(THANKS);
      await expect(send(page)).toHaveCount(0);
      await expect(page.getByText('the link was also emailed to sam@example.edu')).toBeVisible();
      await expect(page.getByText('#announcements')).toBeVisible();
      const panel = page.getByRole('main');
      await expect(panel.getByRole('link', { name: 'Join our Discord server' })).toHaveAttribute('target', '_blank');
      await expect(panel.getByText('Can’t get in?')).toBeVisible();
      await expect(panel.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
      const payment = panel.getByRole('link', { name: 'Pay your membership fee' });
      await expect(payment).toHaveAttribute('href', 'https://pay.example.com/2025');
      await expect(payment).toHaveAttribute('target', '_blank');
      expect(submissions(club, 'signup')).toEqual([
        { ...stored, gender: 'Male', email: 'sam@example.edu', number_of_years_member: 2, interests: 'chess\nrobots' },
      ]);
      expect(submissions(club, 'chatInvite')).toEqual([{ email: 'sam@example.edu' }]);
    },
  );
}

test(
  'messages come when a field was touched or the form was sent, and go when it is right',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await page.goto(`${club.url}/signup`);
    await field(page, 'Name').focus();
    await expect(page.getByText('Please enter your name')).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByText('Please enter your name')).toBeVisible();
    await expect(page.getByText('Please enter your Quillmoor Student ID')).toBeHidden();
    await field(page, 'Preferred Email').fill('sam@');
    // Which the browser itself cannot read, and finds first.
    await field(page, 'Number of years as a previous member').press('e');
    await send(page).click();
    await expect(field(page, 'Name')).toBeFocused();
    await expect(page.getByRole('alert').getByRole('link')).toHaveText([
      'Name',
      'Quillmoor Student ID',
      'Preferred Email',
      'Program at Quillmoor',
      'Number of years as a previous member',
    ]);
    await field(page, 'Number of years as a previous member').fill('11');
    await send(page).click();
    for (const message of [
      'Please enter your name',
      'Please enter your Quillmoor Student ID',
      'Please enter your email',
      'Please enter program name',
    ]) {
      await expect(page.getByText(message)).toBeVisible();
    }
    await expect(field(page, 'Number of years as a previous member')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Name')).toBeFocused();
    await fill(page);
    await field(page, 'Preferred Email').fill('');
    await field(page, 'Number of years as a previous member').fill('0');
    await expect(page.getByText(/^Please enter/).filter({ visible: true })).toHaveCount(0);
    expect(submissions(club, 'signup')).toEqual([]);
  },
);

test(
  'without an email no invite is asked for, and without a payment link none is shown',
  { tag: '@long' },
  async ({ page, startClub }, { outputDir }) => {
    const CLUB_CONFIG = await configFile(outputDir, (club) => delete club.payments);
    const club = await startClub({ CLUB_EMPTY: '1', CLUB_CONFIG });
    await page.goto(`${club.url}/signup`);
    await fill(page);
    await send(page).dblclick();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(THANKS);
    await expect(page.getByText('emailed')).toHaveCount(0);
    await expect(page.getByText('Pay your membership fee')).toHaveCount(0);
    expect(submissions(club, 'signup')).toEqual([{ ...stored, email: '', number_of_years_member: 0 }]);
    expect(submissions(club, 'chatInvite')).toEqual([]);
  },
);

test('a site that cannot send mail does not claim that it did', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/signup`);
  await fill(page);
  await field(page, 'Preferred Email').fill('sam@example.edu');
  await send(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(THANKS);
  await expect(page.getByText('emailed')).toHaveCount(0);
  expect(submissions(club, 'chatInvite')).toHaveLength(1);
});

test('what cannot be stored says so, keeps all that was typed, and works on the second try', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/signup`);
  await fill(page);
  await field(page, 'Preferred Email').fill('sam@example.edu');
  await page.route('**/forms/d/e/chat-invite/**', (route) => route.abort());
  await send(page).click();
  await expect(page.getByText('The site cannot be reached, so this was not sent.')).toBeVisible();
  await expect(page.getByText('Thank you for registering')).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveValue('Sam & Zoë');
  await page.unroute('**/forms/d/e/chat-invite/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(THANKS);
  expect(submissions(club, 'signup')).toHaveLength(1);
  expect(submissions(club, 'chatInvite')).toHaveLength(1);
  complaints.length = 0;
});

test('whoever sent too often is told when to try again', async ({ page, startClub, complaints }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.goto(`${club.url}/signup`);
  await fill(page);
  const error = 'Too many have been sent to this form from your network. Please try again in 5 minutes.';
  await page.route('**/forms/d/e/signup/**', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '300' }, json: { error } }),
  );
  await send(page).click();
  await expect(page.getByText(error)).toContainText(/That is at \d{1,2}:\d\d [AP]M\. Nothing you typed is lost\./);
  await expect(field(page, 'Name')).toHaveValue('Sam & Zoë');
  complaints.length = 0;
});
