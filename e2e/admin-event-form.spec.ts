import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { addField, addOption, openAdd, openEdit, openEvents, save } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

test('a form is put in order by mouse and by keyboard, and wrong options are named', async ({ page, startClub }) => {
  const club = await openEvents(page, startClub);
  const dialog = await openAdd(page);
  await dialog.getByLabel('Title').fill('Jam');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  for (const label of ['One', 'Two', 'Three']) await addField(dialog, 'Text', label);
  const labels = () => dialog.getByLabel('Label').evaluateAll((all) => all.map((one) => Reflect.get(one, 'value')));
  const up = dialog.getByRole('listitem').nth(2).getByRole('button', { name: 'Move up' });
  await up.focus();
  await page.keyboard.press('Enter');
  expect(await labels()).toEqual(['One', 'Three', 'Two']);
  await page.keyboard.press('Enter');
  expect(await labels()).toEqual(['Three', 'One', 'Two']);
  await expect(dialog.getByRole('status').first()).toHaveText('Field 2 is now field 1 of 3');

  const handle = dialog.getByRole('listitem').nth(0).getByTitle('Drag to another place');
  await handle.scrollIntoViewIfNeeded();
  const from = await handle.boundingBox();
  const last = await dialog.getByRole('listitem').nth(1).boundingBox();
  await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 10);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 10, (last?.y ?? 0) + (last?.height ?? 0) - 10, { steps: 8 });
  await page.mouse.up();
  expect(await labels()).toEqual(['One', 'Three', 'Two']);

  const size = await addField(dialog, 'Radio', 'Size');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(size.getByText('Please add at least one option')).toBeVisible();
  await addOption(size, 'S');
  await addOption(size, 'S');
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(size.getByText('Another option already has this name')).toBeVisible();
  expect(queryRows(club, 'select key from events')).toEqual([]);
  await dialog.getByLabel('Add new field').selectOption('Radio');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const late = dialog.getByRole('listitem').last();
  await expect(late.getByLabel('Label')).toBeFocused();
  await expect(late.getByText(/^Please/)).toHaveCount(0);
  await expect(late.getByRole('alert')).toHaveCount(0);
  await late.getByLabel('Label').press('Tab');
  await expect(late.getByText('Please enter a label')).toBeVisible();
  await expect(late.getByText('Please add at least one option')).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(late.getByText('Please add at least one option')).toBeVisible();
  await late.getByRole('button', { name: 'Delete field' }).press('Enter');
  await expect(dialog.getByRole('status').first()).toHaveText('Radio field deleted');
  await expect(size.getByLabel('Label')).toBeFocused();
  await size.getByRole('button', { name: 'Delete option' }).last().click();
  await size.getByRole('button', { name: 'Delete option' }).press('Enter');
  await expect(size.getByRole('button', { name: 'Add option' })).toBeFocused();
  await addOption(size, 'S');
  await save(dialog, 'Create Event');
  const [form] = queryRows(club, 'select fields from forms');
  const fields: { description: string }[] = JSON.parse(String(form?.['fields']));
  expect(fields.map(({ description }) => description)).toEqual(['One', 'Three', 'Two', 'Size']);
});

test(
  'of several wrong fields the first on the page is led to, whichever was found first',
  { tag: '@long' },
  async ({ page, startClub }) => {
    await openEvents(page, startClub);
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Jam');
    await dialog.getByLabel('Hidden/custom date').check();
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await dialog.getByLabel('Include sign up link').check();
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByLabel('Custom date', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(dialog.getByLabel('Sign up form URL')).toBeFocused();
  },
);

test(
  'what has answers is given up only after it was said, and stays readable',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await signIn(page, club, 'admin@localhost');
    const [event] = queryRows(
      club,
      `select key, form_id, title from events where title like 'Intro to Git%' and form_id is not null`,
    );
    const key = String(event?.['key']);
    const responses = queryRows(club, 'select key from entries where form_id = ?', String(event?.['form_id'])).length;
    await page.goto(`${club.url}/admin/events#edit/${key}`);
    const dialog = page.getByRole('dialog', { name: 'Edit event' });
    await dialog.getByRole('button', { name: 'Delete field' }).first().click();
    const ask = page.getByRole('dialog', { name: 'Delete this field?' });
    await expect(ask).toContainText(`${responses} responses have been given to ‘Name’`);
    await ask.getByRole('button', { name: 'Delete the field' }).click();
    await save(dialog, 'Update Event');

    await page.goto(`${club.url}/admin/events/${key}`);
    await expect(page.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const email = page.getByRole('columnheader', { name: /^Email/ });
    await email.getByRole('button', { name: 'Copy column' }).click();
    await expect(email.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split(',')).toHaveLength(responses);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.startsWith('\uFEFFReceived,Email,')).toBe(true);
    expect(file.trimEnd().split('\r\n')[0]).toContain('Name');

    await page.getByRole('link', { name: 'Edit event' }).click();
    await dialog.getByLabel('Include embedded form').click();
    const leave = page.getByRole('dialog', { name: 'Leave the form out?' });
    await expect(leave).toContainText(`${responses} responses have been given to this form`);
    await leave.getByRole('button', { name: 'Leave it out' }).click();
    await save(dialog, 'Update Event');
    expect(queryRows(club, 'select form_id from events where key = ?', key)).toEqual([{ form_id: null }]);
    // It was opened here, and is closed here.
    await expect(page).toHaveURL(`${club.url}/admin/events/${key}`);
    await expect(page.getByRole('link', { name: 'Edit event' })).toBeFocused();
    await expect(page.getByText('No form for this event!')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Responses to an earlier form of this event' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  },
);

test(
  'a field that was only passed by is not called wrong before anyone saves',
  { tag: '@long' },
  async ({ page, startClub }) => {
    await openEvents(page, startClub);
    const dialog = await openAdd(page);
    const title = dialog.getByLabel('Title', { exact: true });
    await title.focus();
    await title.press('Tab');
    await expect(dialog.getByLabel('Start time')).toBeFocused();
    await expect(title).toHaveAccessibleDescription('');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(title).toHaveAccessibleDescription(/./);
  },
);

test('a reload with the dialog open keeps what was typed, until it is given up or saved', async ({
  page,
  startClub,
}) => {
  const club = await openEvents(page, startClub);
  page.on('dialog', (question) => question.accept());
  const dialog = await openAdd(page);
  await dialog.getByLabel('Title').fill('Jam');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  await addField(dialog, 'Text', 'One');
  await page.reload();
  await expect(dialog.getByText('What you typed before is back, but not saved yet.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Jam');
  await expect(dialog.getByLabel('End time')).toHaveValue('2099-12-01T20:30');
  await addField(dialog, 'Text', 'Two');
  await expect(dialog.getByLabel('Label').first()).toHaveValue('One');
  await save(dialog, 'Create Event');
  expect(queryRows(club, 'select title from events')).toEqual([{ title: 'Jam' }]);
  await page.getByRole('button', { name: 'Create a new event' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
  await dialog.getByLabel('Title').fill('Another');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Create a new event' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('');
});

test(
  'what others saved before a reload is still noticed after it',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openEvents(page, startClub);
    page.on('dialog', (question) => question.accept());
    const add = await openAdd(page);
    await add.getByLabel('Title').fill('Talk');
    await add.getByLabel('Start time').fill('2099-12-01T18:30');
    await save(add, 'Create Event');
    const mine = await openEdit(page, 'Talk');
    await mine.getByLabel('Title').fill('My talk');
    const other = await page.context().newPage();
    await other.goto(`${club.url}/admin/events`);
    const theirs = await openEdit(other, 'Talk');
    await theirs.getByLabel('Location').fill('Their room');
    await save(theirs, 'Update Event');
    await page.reload();
    await expect(mine.getByLabel('Title')).toHaveValue('My talk');
    await mine.getByRole('button', { name: 'Update Event' }).click();
    await expect(mine.getByRole('alert').filter({ hasText: 'Someone else has saved' })).toContainText('Their room');
    // The browser itself reports the refusal's status on its console.
    complaints.length = 0;
  },
);

test(
  'the responses scroll with the page alone, and their headings stay where all are in sight',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const fields = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((description) => ({
      name: description,
      type: 'text',
      description,
    }));
    const answers = (asked: typeof fields) =>
      Object.fromEntries(asked.map(({ name }) => [name, 'An answer of several words']));
    const many = (asked: typeof fields) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`entry${at}`, answers(asked)]));
    await importInto(club, {
      event: { few: { title: 'Few', formId: 'few' }, wide: { title: 'Wide', formId: 'wide' } },
      form: { few: { fields: fields.slice(0, 2) }, wide: { fields } },
      entry: { few: many(fields.slice(0, 2)), wide: many(fields) },
    });
    await signIn(page, club, 'admin@localhost', '/admin/events/few');
    const table = page.getByRole('group', { name: 'Responses' });
    const hidden = () => table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    const heading = page.getByRole('columnheader', { name: /^One/ });
    await expect(heading).toBeVisible();
    expect(await hidden()).toBe(0);
    await expect(table).not.toHaveAttribute('tabindex');
    await page.getByRole('row').last().scrollIntoViewIfNeeded();
    await expect(heading).toBeInViewport({ ratio: 1 });
    await page.goto(`${club.url}/admin/events/wide`);
    await expect(heading).toBeVisible();
    expect(await hidden()).toBe(0);
    await expect(table).toHaveAttribute('tabindex', '0');
  },
);

test(
  'on a desktop the card and the page stand beside what is typed, to be looked at',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    await page.getByRole('button', { name: 'Create a new event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an event' });
    // What is typed is in the title only once the dialog has come.
    await expect(dialog.getByLabel('Title')).toBeFocused();
    for (const label of ['Presenter', 'Add new field', 'Recap', 'Visibility'])
      await expect(dialog.getByLabel(label)).toBeHidden();
    await page.keyboard.type('Winter Social');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await dialog.getByLabel('Location').fill('Room 332');
    await dialog.getByLabel('Description').fill('**Cocoa** for all.');
    const seen = dialog.locator('[inert]');
    for (const text of [
      ...['Tuesday, December 1, 2099, 06:30 PM', 'Dec 1, 2099, 06:30 PM — Dec 1, 2099, 08:30 PM'],
      'Cocoa',
    ])
      await expect(seen.getByText(text)).toBeVisible();
    // So far nobody can sign up: the form asks for nothing.
    await expect(seen.getByText('Go to the sign-up form')).toBeHidden();
    await dialog.getByLabel('Ask for name and e-mail').check();
    await expect(seen.getByText('Go to the sign-up form')).toBeVisible();
    const poster = seen.locator('img[src*="title=Winter+Social"]').last();
    await expect.poll(() => poster.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(800);
    const drawn = await page.request.get(new URL((await poster.getAttribute('src')) ?? '', club.url).href);
    for (const text of ['Winter Social', 'Room 332']) await expect(seen.getByText(text)).toHaveCount(2);
    await expectNoAxeViolations(page);
    // By keyboard one comes from the last field to the buttons.
    await dialog.getByText('Publishing').click();
    await dialog.getByLabel('Repeat weekly').press('Tab');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.setViewportSize({ width: 1000, height: 800 });
    await expect(seen).toBeHidden();
    // What was shown is what visitors get.
    await save(dialog, 'Create Event');
    const path = await page.getByRole('link', { name: 'Event page' }).getAttribute('href');
    const shown = await page.request.get(`${club.url}${path}/poster.svg`);
    expect(await shown.text()).toBe(await drawn.text());
  },
);

test('what is seldom needed is folded, unless it holds something or is wrong', async ({ page, startClub }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const club = await openEvents(page, startClub);
  await page.getByRole('button', { name: 'Create a new event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an event' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  for (const label of ['Presenter', 'Add new field', 'Recap', 'Visibility'])
    await expect(dialog.getByLabel(label)).toBeHidden();
  // Whoever fills in what every event needs scrolls no further than half a screen.
  const lead = await dialog.getByLabel('Include embedded google form').evaluate((last) => {
    const first = last.closest('form')?.querySelector('input');
    return last.getBoundingClientRect().bottom - (first?.getBoundingClientRect().top ?? 0);
  });
  expect(lead).toBeLessThan(844 * 1.5);
  await dialog.getByLabel('Title').fill('Jam');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  await dialog.getByText('Publishing').click();
  await dialog.getByLabel('Repeat weekly').fill('many');
  await dialog.getByText('Publishing').click();
  await expect(dialog.getByLabel('Repeat weekly')).toBeHidden();
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByLabel('Repeat weekly')).toBeFocused();
  await dialog.getByLabel('Repeat weekly').fill('0');
  await dialog.getByText('Presenter and date').click();
  await dialog.getByLabel('Presenter').fill('Ada');
  await save(dialog, 'Create Event');

  // What mostly comes next is there at once.
  const created = page.getByRole('region', { name: ' is on the site.' });
  await expect(created).toBeFocused();
  const [event] = queryRows(club, 'select key, presenter from events');
  expect(event?.['presenter']).toBe('Ada');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await created.getByRole('button', { name: 'Copy link' }).click();
  await expect(created.getByRole('button', { name: 'Copied' })).toBeVisible();
  const address = `${club.url}/events/${String(event?.['key'])}`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(created.getByRole('link', { name: 'Event page' })).toHaveAttribute('href', new URL(address).pathname);
  await expect(created.getByRole('link', { name: 'Announce' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit Jam' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit event' });
  await expect(edit.getByLabel('Presenter')).toBeVisible();
  await expect(edit.getByLabel('Recap')).toBeHidden();
});
