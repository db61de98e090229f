import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { addEvent, responses } from './event-forms.ts';
import { submissions } from './submissions.ts';

/** Holds every script of the site back until it is let through. */
async function holdScripts(page: Page): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

test('what is typed before the scripts are there stays, cannot be sent too early, and is sent then', async ({
  page,
  startClub,
}) => {
  test.setTimeout(120_000);
  const club = await startClub({ CLUB_EMPTY: '1' });
  addEvent(club);
  let letThrough = await holdScripts(page);
  await page.goto(`${club.url}/contact`, { waitUntil: 'commit' });
  await page.getByLabel('Message').fill('Hello');
  await page.getByLabel('Email', { exact: true }).fill('sam@example.edu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await expect(page.getByText('This page is still loading.')).toContainText('What you typed stays here');
  letThrough();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
  await expect(page.getByText('This page is still loading.')).toHaveCount(0);
  expect(page.url()).toBe(`${club.url}/contact`);
  expect(submissions(club, 'contact')).toHaveLength(1);

  letThrough = await holdScripts(page);
  await page.goto(`${club.url}/events/game-night`, { waitUntil: 'commit' });
  await page.getByLabel('Name (*)').fill('Sam');
  await page.getByLabel('Email (*)').fill('sam@example.edu');
  await page.getByLabel('Consoles').check();
  await page.getByLabel('My first time').check();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeDisabled();
  letThrough();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Your response has been recorded!')).toBeVisible();
  expect(responses(club)).toMatchObject([{ Name: 'Sam', 'Play?': 'Consoles', 'My first time': true }]);

  letThrough = await holdScripts(page);
  await page.goto(`${club.url}/signup`, { waitUntil: 'commit' });
  await page.getByLabel('Name', { exact: true }).fill('Sam');
  await page.getByLabel('Example Student ID').fill('100');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Program at Example').fill('CS');
  await page.getByLabel('Number of years').fill('3');
  letThrough();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: /Thank you for registering/ })).toBeVisible();
  expect(JSON.stringify(submissions(club, 'signup'))).toContain('Female');
});

for (const [name, path, button, done] of [
  ['an event’s form', '/events/game-night', 'Submit', 'Your response has been recorded!'],
  ['a membership', '/signup', 'Sign up', 'Thank you for registering'],
  ['a message', '/contact', 'Submit', 'Message submitted'],
] as const) {
  test(`${name} sent without a network keeps what was typed, says what to do, and goes out afterwards`, async ({
    page,
    context,
    startClub,
    complaints,
  }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    addEvent(club);
    await page.goto(club.url + path);
    await expect(page.getByRole('button', { name: button, exact: true })).toBeEnabled();
    // Before what sending needs has been asked for.
    await context.setOffline(true);
    await fill(page, path);
    await page.getByRole('button', { name: button, exact: true }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Nothing you typed is lost' });
    await expect(failure).toBeVisible();
    await expect(page.getByRole('textbox').first()).toHaveValue('Sam');
    await context.setOffline(false);
    await failure.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByText(done)).toBeVisible();
    complaints.length = 0;
  });
}

async function fill(page: Page, path: string): Promise<void> {
  await page.getByRole('textbox').first().fill('Sam');
  await page
    .getByLabel(/^(Preferred )?Email/)
    .first()
    .fill('sam@example.edu');
  if (path === '/signup') {
    await page.getByLabel('Example Student ID').fill('100');
    await page.getByLabel('Program at Example').fill('CS');
  }
  if (path.startsWith('/events')) await page.getByLabel('Consoles').check();
}
