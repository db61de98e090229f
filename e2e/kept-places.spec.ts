import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { addField, addOption, openAdd, openEdit, openEvents, save } from './event-dialog.ts';
import { importInto } from './signing-in.ts';

const HOUR = 3_600_000;

const YEAR = { name: 'year', type: 'radio', description: 'Your year', required: true, options: ['First', 'Later'] };

/** At the talk in two days both places for first-years are free, and the one for the others is taken. */
function talk(form: object) {
  const [start, end] = [Date.now() + 48 * HOUR, Date.now() + 50 * HOUR];
  const ana = { name: 'Ana', email: 'ana@example.edu', year: 'Later' };
  return {
    event: {
      talk: { title: 'Talk', formId: 'talkform', datetime: { timeStartTimestamp: start, timeEndTimestamp: end } },
    },
    form: {
      talkform: { fields: [{ ...YEAR, limits: { First: 2, Later: 1 } }], asksPerson: true, places: 3, ...form },
    },
    entry: { talkform: { ana: { ...ana, $state: 'going', $email: ana.email, $since: 1 } } },
  };
}

test(
  'an officer keeps places for groups in the event’s dialog, and is told what cannot be',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    const dialog = await openAdd(page);
    const until = dialog.getByLabel('Keep places per option until');
    await dialog.getByLabel('Title').fill('Talk');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await dialog.getByLabel('Ask for name and e-mail').check();
    await dialog.getByLabel('Places', { exact: true }).fill('30');
    const year = await addField(dialog, 'Radio', 'Your year');
    await addOption(year, 'First');
    await addOption(year, 'Later');
    await expect(until).toHaveCount(0);
    await year.getByLabel('Places for First').fill('20');
    await expect(until).toBeVisible();
    await dialog.getByLabel('Waitlist').uncheck();
    await expect(until).toHaveCount(0);
    await dialog.getByLabel('Waitlist').check();
    await until.fill('2099-12-01T18:30');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(
      dialog.getByText('Places are kept until before the event begins. Please enter an earlier time').first(),
    ).toBeVisible();
    await until.fill('2099-11-20T19:30');
    await save(dialog, 'Create Event');
    const [stored] = queryRows(club, 'select keep_until from forms');
    expect(stored?.['keep_until']).toBe(Date.parse('2099-11-20T19:30-05:00'));
    const edited = await openEdit(page, 'Talk');
    await expect(edited.getByLabel('Keep places per option until')).toHaveValue('2099-11-20T19:30');
  },
);

test('a visitor waits for a full option, and has a place when the others are released', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, talk({ keepUntil: Date.now() + HOUR }));
  await page.goto(`${club.url}/events/talk`);
  await expect(page.getByText(/^Places are kept for each group until .+\.$/)).toBeVisible();
  await expect(page.getByText('2 of 3 places left')).toBeVisible();
  await expect(page.getByText('2 left')).toBeVisible();
  await expect(page.getByText('Full · wait for it')).toBeVisible();
  await page.getByLabel('Name').fill('Ben');
  await page.getByLabel('Email').fill('ben@example.edu');
  await page.getByRole('radio', { name: /^Later/ }).check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You are number 1 on the waitlist.')).toBeVisible();
  await page.getByRole('link', { name: 'Manage my sign-up' }).click();
  await expect(page.getByText('You are number 1 on the waitlist.')).toBeVisible();
  await expect(page.getByText(/^Places are kept for each group until/)).toBeVisible();

  const visitor = await page.context().newPage();
  await visitor.goto(`${club.url}/events/talk`);
  await importInto(club, { form: talk({ keepUntil: Date.now() + 5000 }).form });
  // Nobody has to load the page anew.
  await expect(page.getByText('You have a place.')).toBeVisible({ timeout: 40_000 });
  await expect(visitor.getByText('1 of 3 places left')).toBeVisible();
  await expect(visitor.getByText(/^Places are kept/)).toHaveCount(0);
});
