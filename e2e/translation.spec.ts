import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { importInto } from './signing-in.ts';
import { translate } from './translation.ts';

const HOUR = 3_600_000;

function jam(places: number, title = 'Jam') {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  const fields = [{ name: 'diet', type: 'text', description: 'What do you eat?', required: false }];
  return {
    event: { jam: { title, location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields, asksPerson: true, places } },
  };
}

async function openTranslated(page: Page, club: RunningClub, path: string): Promise<void> {
  await page.goto(club.url + path);
  // Alive; until then its forms cannot be sent.
  const submit = page.locator('main form button[type=submit]').last();
  if ((await submit.count()) > 0) await expect(submit).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await translate(page);
}

test(
  'a message is sent from a translated page, what is wrong is said, and another one begun',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({});
    await openTranslated(page, club, '/contact');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please enter a valid email').first()).toBeVisible();
    await page.getByLabel('Email').fill('ana@example.edu');
    await page.getByLabel('Message').fill('Hello');
    await expect(page.getByText('Please enter a valid email')).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Message submitted')).toBeVisible();
    await page.getByRole('button', { name: 'Send another message' }).click();
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
    await expect(page.getByText('Message submitted')).toHaveCount(0);
  },
);

test('a member signs up on a translated page', { tag: '@long' }, async ({ page, startClub }) => {
  test.slow();
  const club = await startClub({});
  await openTranslated(page, club, '/signup');
  await page.getByLabel('Name').fill('Ana');
  await page.getByLabel('Student ID').fill('12345678');
  await page.getByLabel(/program/i).fill('Physics');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: /^Thank you for registering/ })).toBeVisible();
  await page.getByRole('link', { name: 'events page' }).click();
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
});

test(
  'a place is taken, looked after, given up and taken again on translated pages',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    test.slow();
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, jam(2));
    await openTranslated(page, club, '/events/jam');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please fill all required fields, indicated with *')).toBeVisible();
    await page.getByLabel('Name (*)').fill('Ana');
    await page.getByLabel('Email (*)').fill('ana@example.edu');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Your response has been recorded!')).toBeVisible();
    await expect(page.getByText('You have a place.')).toBeVisible();
    await expect(page.getByText('It has not been recorded yet')).toHaveCount(0);
    await expect(page.getByText('Something went wrong')).toHaveCount(0);

    // Another person's page follows what happens, and its own answer.
    const other = await context.newPage();
    await openTranslated(other, club, '/events/jam');
    await expect(other.getByText('1 of 2 places left').first()).toBeVisible();

    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jam');
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByLabel('What do you eat?').fill('Rice');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Rice')).toBeVisible();
    await importInto(club, jam(2, 'Renamed Jam'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed Jam');
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Renamed Jam');
    await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
    await page.getByRole('button', { name: 'Give up my place' }).click();
    await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
    await expect(other.getByText('2 of 2 places left').first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign up again' }).click();
    await expect(page.getByText('You have a place.')).toBeVisible();

    await importInto(club, jam(1, 'Renamed Jam'));
    await expect(other.getByText('All places are taken. Join the waitlist: whoever cancels makes room.')).toBeVisible();
    // The form opened there as the first sign-up was given up, and stays open.
    await other.getByLabel('Name (*)').fill('Ben');
    await other.getByLabel('Email (*)').fill('ben@example.edu');
    await other.getByRole('button', { name: 'Join the waitlist', exact: true }).click();
    await expect(other.getByText('You are number 1 on the waitlist.')).toBeVisible();
    await page.getByRole('link', { name: 'See the event' }).click();
    // Both signed up in this browser: the event's page leads to one of them.
    await expect(page.getByRole('link', { name: /· Manage$/ })).toBeVisible();
  },
);
