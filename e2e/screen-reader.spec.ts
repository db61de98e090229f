import type { Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { addEvent } from './event-forms.ts';
import { importInto, signIn } from './signing-in.ts';

/** What is read out by itself, politely, somewhere on the page. */
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('each page that comes without loading is named, and begins at its beginning', async ({ page, club }) => {
  await page.goto(`${club.url}/links`);
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [link, name] of [
    ['Team', 'Team'],
    ['Events', 'Events'],
    ['Contact', 'Contact'],
  ] as const) {
    await bar.getByRole('link', { name: link, exact: true }).press('Enter');
    await expect(said(page, name)).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name} · `));
    await expect(page.getByRole('main')).toBeFocused();
    await expect(bar.getByRole('link', { name: link, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  await page.goBack();
  await expect(said(page, 'Events')).toHaveText('Events');
  await page.getByRole('link', { name: 'Chess and Algorithms' }).press('Enter');
  await expect(said(page, 'Chess and Algorithms')).toHaveText('Chess and Algorithms');
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a page is named whole, whatever marks are in its name', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const datetime = { timeStartTimestamp: Date.now() + 86_400_000 };
  await importInto(club, { event: { tea: { title: 'Tea · Talk', datetime } } });
  // Until the page is alive, the browser itself follows the link, and reads the page out.
  const alive = page.waitForRequest(/\/live/);
  await page.goto(`${club.url}/events`);
  await alive;
  await page.getByRole('link', { name: 'Tea · Talk' }).press('Enter');
  await expect(said(page, 'Tea')).toHaveText('Tea · Talk');
});

test('every link that opens a new tab says so beside its name', { tag: '@long' }, async ({ page, club }) => {
  for (const path of ['/links', '/home', '/guide']) {
    await page.goto(club.url + path);
    const outside = page.locator('main').locator('a[target=_blank]:not([data-height])');
    expect(await outside.count(), path).toBeGreaterThan(0);
    for (const link of await outside.all()) await expect(link).toHaveAccessibleDescription('Opens in a new tab');
  }
  await page.goto(`${club.url}/links`);
  const link = page.getByRole('main').getByRole('link', { name: 'Student union club page', exact: true });
  await expect(link).toHaveAccessibleDescription('Opens in a new tab');
});

test('a refused message names its fields in a summary, and each field says what is wrong with it', async ({
  page,
  club,
}) => {
  await page.goto(`${club.url}/signup`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveAttribute('aria-required', 'true');
  // To the eye a mark says it, to the ear the field itself.
  const mark = (label: string) =>
    page.getByText(label, { exact: true }).evaluate((element) => getComputedStyle(element, '::after').content);
  expect(await mark('Name')).toContain('*');
  expect(await mark('Interests')).toBe('none');
  const years = page.getByRole('spinbutton', { name: 'Number of years as a previous member', exact: true });
  await expect(years).toHaveAccessibleDescription('From 0 to 10');
  await page.getByRole('button', { name: 'Sign up' }).press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription('Please enter your name');
  const summary = page.getByRole('alert').filter({ hasText: 'Please check these fields:' });
  await expect(summary.getByRole('link')).toHaveText(['Name', 'Quillmoor Student ID', 'Program at Quillmoor']);
  await summary.getByRole('link', { name: 'Program at Quillmoor' }).press('Enter');
  const program = page.getByRole('textbox', { name: 'Program at Quillmoor' });
  await expect(program).toBeFocused();
  await program.fill('CS');
  await expect(program).not.toHaveAttribute('aria-invalid');
  await expect(program).toHaveAccessibleDescription('');
});

test('an event’s form tells its groups, its faults and its success', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  addEvent(club);
  await page.goto(`${club.url}/events`);
  await page.getByRole('link', { name: 'Game Night' }).press('Enter');
  const form = page.getByRole('region', { name: 'Sign Up' });
  await form.getByRole('button', { name: 'Submit' }).press('Enter');
  const group = form.getByRole('radiogroup', { name: 'Play? (*)' });
  const legend = form.getByText('Play? (*)', { exact: true });
  // Marked once, by its words.
  expect(await legend.evaluate((element) => getComputedStyle(element, '::after').content)).toBe('none');
  await expect(group).toHaveAttribute('aria-invalid', 'true');
  await expect(group).toHaveAccessibleDescription('Required field');
  await expect(form.getByRole('alert').filter({ hasText: 'Please fill all' })).toContainText('Play?');
  await form.getByRole('textbox', { name: 'Name (*)' }).fill('Sam');
  await form.getByRole('textbox', { name: 'Email (*)' }).fill('sam@example.edu');
  await group.getByRole('radio', { name: 'Consoles' }).press('Space');
  await form.getByRole('button', { name: 'Submit' }).press('Enter');
  await expect(said(page, 'Your response has been recorded!')).toBeFocused();
});

test(
  'a change of an open page is said, and one that shows nowhere on it is not',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    addEvent(club);
    await page.goto(`${club.url}/events`);
    await page.waitForLoadState('networkidle');
    const updates = page.getByText('This page has just been updated.');
    const starts = Date.now() + 365 * 86_400_000;
    const event = (title: string, description: string) => ({
      event: { second: { title, description, datetime: { timeStartTimestamp: starts, timeEndTimestamp: starts } } },
    });
    await importInto(club, event('Lan Party', 'Bring a cable.'));
    await expect(said(page, 'This page has just been updated.')).toBeAttached();
    await page.getByRole('link', { name: 'Lan Party' }).press('Enter');
    await expect(page.getByText('Bring a cable.')).toBeVisible();
    await expect(updates).toHaveCount(0);
    await page.goBack();
    await expect(said(page, 'Events')).toHaveText('Events');
    const asked = page.waitForResponse((response) => response.url().includes('/events.data'));
    await importInto(club, event('Lan Party', 'Bring two cables.'));
    await (await asked).finished();
    await importInto(club, event('Last Party', 'Bring two cables.'));
    await expect(page.getByRole('heading', { name: 'Last Party' })).toBeVisible();
    await expect(said(page, 'This page has just been updated.')).toBeAttached();
  },
);

test('that the network is gone, and back again, is said', async ({ page, context, club, complaints }) => {
  await page.goto(`${club.url}/links`);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(said(page, 'You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(said(page, 'You are back online.')).toBeAttached();
  complaints.length = 0;
});

test('the keyboard goes on at the first of the events that were asked for', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('link', { name: 'Show past events' }).press('Enter');
  const past = page.getByRole('region', { name: 'Past Events' });
  await expect(past.getByRole('article').first().getByRole('heading').getByRole('link')).toBeFocused();
  const count = await past.getByRole('article').count();
  await expect(said(page, `${count} past events were added`)).toBeAttached();
});

test(
  'a toast is read out, and whoever dismisses it is left on the screen',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await signIn(page, club, 'admin@localhost', '/admin/food');
    await page.getByRole('button', { name: 'Add new food item' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a new food item' });
    await dialog.getByLabel('Name').fill('Tea');
    await page.keyboard.press('Enter');
    await expect(said(page, '‘Tea’ was added')).toBeVisible();
    // Until it is gone nothing behind it can take a key.
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
  },
);
