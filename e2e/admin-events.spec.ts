import type { Locator } from '@playwright/test';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { addField, addOption, openAdd, openEdit, openEvents, save } from './event-dialog.ts';
import { signIn } from './signing-in.ts';

test('an event is created with its form, signed up to, edited, and removed with its responses', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await openEvents(page, startClub);
  const visitor = await (await browser.newContext()).newPage();
  const dialog = await openAdd(page);
  await expect(dialog.getByLabel('Include embedded form')).toBeChecked();
  await expect(dialog.getByLabel('Include sign up link')).not.toBeChecked();
  await expect(dialog.getByLabel('Include embedded google form')).not.toBeChecked();
  await dialog.getByLabel('Title').fill('Winter Social');
  await dialog.getByLabel('Presenter').fill('Ada');
  await dialog.getByLabel('Location').fill('Room 332');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  await dialog.getByLabel('End time').fill('2099-12-01T21:00');
  await dialog.getByLabel('Description').fill('Cocoa and board games.');
  const name = await addField(dialog, 'Text', 'Name');
  await name.getByLabel('Required').check();
  const drink = await addField(dialog, 'Radio', 'Drink');
  await addOption(drink, 'Cocoa');
  await addOption(drink, 'Tea');
  await addField(dialog, 'Checkbox', 'Bringing a game');
  await save(dialog, 'Create Event');
  await expect(page.getByRole('region', { name: '‘Winter Social’ is on the site.' })).toBeVisible();

  const [event] = queryRows(club, 'select * from events');
  // 18:30 at the club, though this browser is in Auckland.
  expect(event).toMatchObject({
    title: 'Winter Social',
    time_start: Date.parse('2099-12-01T18:30-05:00'),
    time_end: Date.parse('2099-12-01T21:00-05:00'),
    form_id: expect.stringMatching(/^[A-Za-z0-9]{10}$/),
    signup_url: null,
    google_form_url: null,
  });
  const [form] = queryRows(club, 'select fields from forms where id = ?', String(event?.['form_id']));
  expect(JSON.parse(String(form?.['fields']))).toMatchObject([
    { type: 'text', description: 'Name', required: true },
    { type: 'radio', description: 'Drink', options: ['Cocoa', 'Tea'] },
    { type: 'checkbox', description: 'Bringing a game' },
  ]);
  const row = page.getByRole('row', { name: /Winter Social/ });
  await expect(row).toContainText('2099-12-01');
  // Alone in its week it needs no heading.
  await expect(page.getByRole('rowgroup', { name: /^Week of/ })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Upcoming events' }).getByRole('row')).toHaveCount(2);
  const thumbnail = row.locator('img');
  await expect(thumbnail).toHaveAttribute('src', /poster\.svg\?v=\d+&wordless$/);
  await expect.poll(() => thumbnail.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(800);

  await visitor.goto(`${club.url}/events`);
  await visitor.getByRole('link', { name: /Winter Social/ }).click();
  await expect(visitor.getByText('Dec 1, 2099, 06:30 PM — Dec 1, 2099, 09:00 PM')).toBeVisible();

  // A row opens wherever it is pressed, but for its box.
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Remove 1 event' }).focus();
  await row.getByRole('checkbox').press('Space');
  await expect(page.getByRole('button', { name: 'No events selected' })).toBeVisible();
  await row.getByText('Room 332').click();
  await expect(page.getByRole('link', { name: 'Event page' })).toHaveAttribute(
    'href',
    `/events/${String(event?.['key'])}`,
  );
  await expect(page.getByText('No responses yet.')).toBeVisible();
  await visitor.getByLabel('Name (*)').fill('Sam');
  await visitor.getByLabel('Tea').check();
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText('Your response has been recorded!')).toBeVisible();
  // By itself.
  await expect(page.getByRole('columnheader', { name: 'Drink' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Tea', exact: true })).toBeVisible();
  // The sheet with the responses says whose they are.
  const sheet = page.getByRole('region', { name: 'Responses' });
  await expect(sheet.getByText('Winter Social')).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByText('Winter Social')).toBeVisible();
  await page.emulateMedia({ media: null });

  await page.goto(`${club.url}/admin/events`);
  await expect(page.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await page.getByLabel('Search events').fill('332 2099 winter');
  await expect(page.getByRole('status').filter({ hasText: '1 event found' })).toBeAttached();
  await page.getByLabel('Search events').fill('winter 2098');
  await expect(page.getByText('No event matches ‘winter 2098’.')).toBeVisible();
  await page.getByLabel('Search events').fill('');
  await page.getByLabel('Select Winter Social').press('Enter');
  await expect(page).toHaveURL(`${club.url}/admin/events/${String(event?.['key'])}`);
  await page.goBack();
  const edit = await openEdit(page, 'Winter Social');
  await expect(edit.getByLabel('Start time')).toHaveValue('2099-12-01T18:30');
  await edit.getByLabel('Title').fill('Winter Party');
  await edit.getByLabel('Include sign up link').check();
  await edit.getByLabel('Sign up form URL').fill('https://tickets.example/party');
  await save(edit, 'Update Event');
  await expect(page.getByText('‘Winter Party’ was saved')).toBeVisible();
  expect(queryRows(club, 'select title, signup_url, form_id from events')).toEqual([
    { title: 'Winter Party', signup_url: 'https://tickets.example/party', form_id: event?.['form_id'] },
  ]);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Winter Party');

  await expect(page.getByRole('button', { name: 'No events selected' })).toBeDisabled();
  await page.getByLabel('Select Winter Party').check();
  await page.getByRole('button', { name: 'Remove 1 event' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove events' });
  await expect(removal).toContainText('Are you sure you want to remove 1 event from the database?');
  await expect(removal).toContainText(
    'This action is irreversible after 30 days: until then an Admin can bring it back from the trash.',
  );
  await expect(removal).toContainText('1 response');
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('There are no events yet.')).toBeVisible();
  await expect(page.getByLabel('Search events')).toHaveCount(0);
  for (const table of ['events', 'forms', 'entries']) expect(queryRows(club, `select * from ${table}`)).toEqual([]);
  expect(queryRows(club, 'select title from trash')).toEqual([{ title: 'Winter Party' }]);
  await visitor.context().close();
});

test(
  'the second of two saves is told what the first changed, and neither is lost',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openEvents(page, startClub);
    const add = await openAdd(page);
    await add.getByLabel('Title').fill('Talk');
    await add.getByLabel('Start time').fill('2099-12-01T18:30');
    await save(add, 'Create Event');
    const other = await page.context().newPage();
    await other.goto(`${club.url}/admin/events`);

    const mine = await openEdit(page, 'Talk');
    await mine.getByLabel('Title').fill('My talk');
    const theirs = await openEdit(other, 'Talk');
    await theirs.getByLabel('Location').fill('Their room');
    await save(theirs, 'Update Event');
    await expect(mine.getByLabel('Title')).toHaveValue('My talk');
    await mine.getByRole('button', { name: 'Update Event' }).click();
    const conflict = mine.getByRole('alert').filter({ hasText: 'Someone else has saved this in the meantime.' });
    await expect(conflict).toContainText('Their room');
    expect(queryRows(club, 'select title, location from events')).toEqual([{ title: 'Talk', location: 'Their room' }]);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(mine).toBeHidden();
    expect(queryRows(club, 'select title, location from events')).toEqual([
      { title: 'My talk', location: 'Their room' },
    ]);
    // The browser itself reports the refusal's status on its console.
    complaints.length = 0;
  },
);

test(
  'times that clock changes leave out or repeat are said so at their field',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Night hike');
    await dialog.getByLabel('Start time').fill('2027-03-14T02:30');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('The next one is Sun Mar 14')).toBeVisible();
    await dialog.getByLabel('Start time').fill('2026-11-01T01:30');
    await dialog.getByLabel('End time').fill('2026-11-01T01:00');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('This time comes twice').first()).toBeVisible();
    const start = dialog.getByRole('group', { name: 'The clocks go back: which 1:30 AM?' });
    const end = dialog.getByRole('group', { name: 'The clocks go back: which 1 AM?' });
    await start.getByLabel('The first (UTC-04:00)').check();
    await end.getByLabel('The first (UTC-04:00)').check();
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('The event ends before it starts.')).toBeVisible();
    await end.getByLabel('The second (UTC-05:00)').check();
    await save(dialog, 'Create Event');
    expect(queryRows(club, 'select time_start, time_end from events')).toEqual([
      { time_start: Date.parse('2026-11-01T01:30-04:00'), time_end: Date.parse('2026-11-01T01:00-05:00') },
    ]);
    const edit = await openEdit(page, 'Night hike');
    await expect(edit.getByLabel('The first (UTC-04:00)').first()).toBeChecked();
  },
);

test(
  'the end goes along with the start, and more than a day is asked about',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    const dialog = await openAdd(page);
    const [start, end] = [dialog.getByLabel('Start time'), dialog.getByLabel('End time')];
    await dialog.getByLabel('Title').fill('Talk');
    await expect(start).toHaveValue('');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(start).toBeFocused();
    await expect(dialog.getByText('Please enter a date and a time').first()).toBeVisible();
    await start.fill('2026-11-20T19:30');
    await expect(end).toHaveValue('2026-11-20T21:30');
    await expect(dialog.getByText('Friday, Toronto time').first()).toBeVisible();
    await end.fill('2026-11-20T20:30');
    await dialog.getByRole('button', { name: 'A week later' }).click();
    await expect(start).toHaveValue('2026-11-27T19:30');
    await expect(end).toHaveValue('2026-11-27T20:30');
    // Digit by digit, the year is 2, 20 and 202 on the way.
    await start.focus();
    for (const key of ['Tab', 'Tab', '2', '0', '2', '7']) await page.keyboard.press(key);
    await expect(start).toHaveValue('2027-11-27T19:30');
    await expect(end).toHaveValue('2027-11-27T20:30');

    await end.fill('2027-12-04T20:30');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    const question = page.getByRole('dialog', { name: 'More than a day?' });
    await expect(question).toContainText(
      /From Sat Nov 27(, 2027)?, 7:30 PM to Sat Dec 4(, 2027)?, 8:30 PM, this event lasts 7 days and 1 hour\./,
    );
    expect(queryRows(club, 'select key from events')).toEqual([]);
    await question.getByRole('button', { name: 'Change the times' }).click();
    await expect(end).toHaveValue('2027-12-04T20:30');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await question.getByRole('button', { name: 'Yes, save it' }).click();
    await expect(dialog).toBeHidden();
    expect(queryRows(club, 'select time_start, time_end from events')).toEqual([
      { time_start: Date.parse('2027-11-27T19:30-05:00'), time_end: Date.parse('2027-12-04T20:30-05:00') },
    ]);
    const edit = await openEdit(page, 'Talk');
    await edit.getByLabel('Location').fill('Room 332');
    await save(edit, 'Update Event');
  },
);

test(
  'unsaved typing is not left unasked, and a failing server loses nothing',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openEvents(page, startClub);
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Precious');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await page.context().setOffline(true);
    const note = dialog.getByText('You are offline. What you typed stays here');
    await expect(note).toBeInViewport();
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nothing is lost');
    await expect(dialog.getByRole('alert')).toBeInViewport();
    await expect(note).toBeHidden();
    await expect(dialog.getByLabel('Title')).toHaveValue('Precious');
    await page.context().setOffline(false);
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await save(dialog, 'Create Event');
    expect(queryRows(club, 'select title from events')).toEqual([{ title: 'Precious' }]);
    // The browser itself reports the failed request on its console.
    complaints.length = 0;
  },
);

test('an event is created by keyboard alone: Enter goes on, and Ctrl+Enter saves', async ({ page, startClub }) => {
  const club = await openEvents(page, startClub);
  await page.getByRole('button', { name: 'Create a new event' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add an event' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Start time')).toBeFocused();
  await page.keyboard.type('12122099');
  await page.keyboard.type('1111AM');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('End time')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Location')).toBeFocused();
  await dialog.getByLabel('Description').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Description')).toHaveValue('\n');
  const tabTo = async (target: Locator) => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
    }).toPass({ intervals: [0], timeout: 20_000 });
  };
  const openFold = async (title: string) => {
    await tabTo(dialog.locator('summary').filter({ hasText: title }));
    await page.keyboard.press('Enter');
  };
  await openFold('Questions and times');
  await tabTo(dialog.getByLabel('Add new field'));
  await tabTo(dialog.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Label')).toBeFocused();
  await page.keyboard.type('Name');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Label')).toHaveCount(2);
  await expect(dialog.getByLabel('Label').last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Label')).toHaveCount(2);
  await dialog.getByLabel('Label').last().focus();
  await page.keyboard.type('Email');
  await dialog.getByLabel('Add new field').selectOption('Radio');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  for (const text of ['Drink', 'Cocoa', 'Tea']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(dialog.getByLabel('Option name')).toHaveCount(3);
  await page.keyboard.type('Milk');
  await openFold('Presenter and date');
  await tabTo(dialog.getByLabel('Tentative date'));
  await page.keyboard.press('Space');
  expect(queryRows(club, 'select title from events')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: '‘Typed’ is on the site.' })).toBeFocused();
  expect(queryRows(club, 'select title, tentative, time_start from events')).toEqual([
    { title: 'Typed', tentative: 1, time_start: Date.parse('2099-12-12T11:11-05:00') },
  ]);
  const [form] = queryRows(club, 'select fields from forms');
  expect(JSON.parse(String(form?.['fields']))).toMatchObject([
    { description: 'Name' },
    { description: 'Email' },
    { description: 'Drink', options: ['Cocoa', 'Tea', 'Milk'] },
  ]);
});

test(
  'on a phone an event’s day and time stand in one line, and its place in the next',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(page, club, 'admin@localhost', '/admin/events');
    const row = page.getByRole('row', { name: /Game Night/ });
    const [day, time, place] = await Promise.all(
      [/^\d{4}-\d\d-\d\d$/, /^\w{3}, .*M$/, 'Student Centre, Lower Lounge'].map((text) =>
        row.getByRole('cell', { name: text }).evaluate((cell) => cell.getBoundingClientRect()),
      ),
    );
    expect(time?.top).toBe(day?.top);
    expect(place?.top).toBeGreaterThanOrEqual(day?.bottom ?? Infinity);
  },
);

test('the screens of the admin area are equally wide', { tag: '@long' }, async ({ page, club }) => {
  await signIn(page, club, 'admin@localhost', '/admin/events');
  const edges = new Set<string>();
  for (const path of ['events', 'food', 'people']) {
    await page.goto(`${club.url}/admin/${path}`);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    const { x = 0, width = 0 } = (await page.getByRole('table').first().boundingBox()) ?? {};
    edges.add([heading?.x ?? 0, x, x + width].map(Math.round).join(' '));
  }
  expect([...edges]).toHaveLength(1);
});
