import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { openEvents, unfold } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

test(
  'an event is cancelled, which its open page and its calendar say, and takes place after all',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
    await importInto(club, {
      event: { jam: { title: 'Jam', formId: 'form', datetime } },
      form: { form: { asksPerson: true, places: 5 } },
      entry: { form: { a: { name: 'Ana', email: 'ana@example.edu', $state: 'going', $email: 'ana@example.edu' } } },
    });
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${club.url}/events/jam`);
    await expect(visitor.getByText('4 of 5 places left')).toBeVisible();

    await signIn(page, club, 'admin@localhost', '/admin/events/jam');
    await page.getByRole('button', { name: 'Cancel event' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel event' });
    await expect(dialog).toContainText('1 person who signed up gets an email.');
    await dialog.getByLabel('What people should know').fill('The speaker is ill.');
    await dialog.getByRole('button', { name: 'Cancel event' }).click();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

    await expect(visitor.getByText('This event has been cancelled.')).toBeVisible();
    await expect(visitor.getByText('The speaker is ill.')).toBeVisible();
    await expect(visitor.getByText('Sign-up has closed.')).toBeVisible();
    const calendar = async () => (await visitor.request.get(`${club.url}/events/jam.ics`)).text();
    expect(await calendar()).toContain('STATUS:CANCELLED');

    // Somebody had the event open meanwhile: what they save leaves it as it is.
    const editor = await page.context().newPage();
    await editor.goto(`${club.url}/admin/events#edit/jam`);
    const editing = editor.getByRole('dialog', { name: 'Edit event' });
    await editing.getByLabel('Location').fill('Room 7');
    await importInto(club, {
      event: { jam: { title: 'Jam', location: '', formId: 'form', datetime, cancelled: true } },
    });
    await editing.getByRole('button', { name: 'Update Event' }).click();
    await expect(editor.getByText('‘Jam’ was saved')).toBeVisible();
    await editor.close();
    await expect(page.getByText('Room 7').first()).toBeVisible();
    await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Take place after all' }).click();
    const question = page.getByRole('dialog', { name: 'Take place after all' });
    await question.getByRole('button', { name: 'Take place after all' }).click();
    await expect(visitor.getByText('4 of 5 places left')).toBeVisible();
    await expect(visitor.getByText('This event has been cancelled.')).toBeHidden();
    expect(await calendar()).toContain('STATUS:CONFIRMED');
    await visitor.context().close();
  },
);

test(
  'an event is copied a week later and repeated, by keyboard alone',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    // The clocks at the club change in the night to the next Sunday.
    const start = Date.parse('2099-10-30T19:30-04:00');
    await importInto(club, {
      event: {
        talk: {
          title: 'Talk',
          formId: 'form',
          datetime: { timeStartTimestamp: start, timeEndTimestamp: start + HOUR },
        },
      },
      form: { form: { fields: [{ name: 'diet', type: 'text', description: 'Diet' }] } },
    });
    const copy = page.getByRole('button', { name: 'Copy Talk' });
    await copy.focus();
    await page.keyboard.press('Enter');
    const dialog = await unfold(page.getByRole('dialog', { name: 'Add an event' }));
    await expect(dialog.getByLabel('Title')).toHaveValue('Talk');
    await expect(dialog.getByLabel('Start time')).toHaveValue('2099-11-06T19:30');
    await expect(dialog.getByLabel('Label')).toHaveValue('Diet');
    await dialog.getByLabel('Repeat weekly').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2');
    await expect(dialog.getByText('3 events: Fri Nov 6, 2099, Fri Nov 13, 2099, Fri Nov 20, 2099.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: '‘Talk’ and 2 more are on the site.' })).toBeVisible();
    await expect(copy.first()).toBeVisible();
    const events = queryRows(club, 'select time_start, form_id from events order by time_start');
    expect(events.map((event) => event['time_start'])).toEqual([
      start,
      ...['06', '13', '20'].map((day) => Date.parse(`2099-11-${day}T19:30-05:00`)),
    ]);
    expect(new Set(events.map((event) => event['form_id'])).size).toBe(4);
  },
);
