import { createHash } from 'node:crypto';
import { expect, test } from './club.ts';
import { unfold } from './event-dialog.ts';
import { openDatabase, queryRows } from './database.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function person(name: string, given: object = {}) {
  const email = `${name.toLowerCase()}@example.edu`;
  return { name, email, $state: 'going', $email: email, $since: 5, ...given };
}

test(
  'how an evening went is asked the next morning, and shown where the next one is made',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const datetime = { timeStartTimestamp: Date.now() - 2 * DAY, timeEndTimestamp: Date.now() - 2 * DAY + HOUR };
    await importInto(club, {
      event: { jam: { title: 'Jam', formId: 'form', location: 'Room 7', datetime }, talk: { title: 'Talk', datetime } },
      form: { form: { asksPerson: true } },
      entry: { form: { a: person('Ana'), b: person('Ben') } },
    });
    await signIn(page, club, 'admin@localhost');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await attention.getByRole('button', { name: 'Dismiss Talk is over. How did it go?' }).click();
    await expect(attention.getByText('Talk is over. How did it go?')).toBeHidden();
    await attention.getByRole('link', { name: 'Jam' }).click();

    const went = page.getByRole('region', { name: 'How it went' });
    await page.getByRole('link', { name: 'How many came' }).click();
    await expect(page).toHaveURL(/#how-it-went$/);
    await went.getByLabel('What ran out').fill('Napkins');
    await went.getByLabel('What to do differently').fill('Begin at 7');
    await went.getByLabel('How many came').fill('many');
    await went.getByRole('button', { name: 'Save' }).click();
    await expect(went.getByText('Please enter a whole number')).toBeVisible();
    await went.getByLabel('How many came').fill('17');
    await went.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('How it went was saved')).toBeVisible();
    await page.reload();
    await expect(went.getByLabel('What ran out')).toHaveValue('Napkins');

    // Another officer saved something else meanwhile: both stay.
    await went.getByLabel('What it cost').fill('$80');
    const database = openDatabase(club);
    database.exec("update events set version = version + 1, location = 'Room 8' where key = 'jam'");
    database.close();
    await went.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('How it went was saved')).toBeVisible();
    expect(queryRows(club, "select location, retro_cost, retro_came from events where key = 'jam'")).toEqual([
      { location: 'Room 8', retro_cost: '$80', retro_came: 17 },
    ]);

    // What is typed here stays where a dialog opens on the same screen, and is asked about before another one.
    await went.getByLabel('What to do differently').fill('Begin at 6');
    await page.getByRole('link', { name: 'Edit event' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit event' })).toBeVisible();
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await expect(question).toHaveCount(0);
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(went.getByLabel('What to do differently')).toHaveValue('Begin at 6');
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/\/admin\/files$/);

    await page.goto(`${club.url}/admin/events`);
    await page.getByRole('button', { name: 'Copy Jam' }).click();
    const last = page.getByRole('dialog', { name: 'Add an event' }).getByRole('region', { name: 'Last time' });
    await expect(last).toContainText('2 sign-ups, 17 came');
    for (const words of ['Napkins', 'Begin at 7', '$80']) await expect(last).toContainText(words);
    await page.goto(`${club.url}/admin/home`);
    await expect(attention.getByText('Hidden: 1, show')).toBeVisible();
    await expect(attention.getByRole('link', { name: 'Jam' })).toHaveCount(0);
    // The browser says of the save that came too late that it was refused, and is sent again.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('409')]);
  },
);

test('‘Still coming?’ is answered with one press, without JavaScript too, and officers see who', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const start = Date.now() + 3 * DAY;
  const asked = { $askedFor: start };
  await importInto(club, {
    event: { jam: { title: 'Jam', formId: 'form', datetime: { timeStartTimestamp: start } } },
    form: { form: { asksPerson: true, places: 2, askAgainHours: 48, passOn: true } },
    entry: {
      form: { a: person('Ana', asked), b: person('Ben', asked), c: person('Cleo', { $state: 'waiting', $since: 6 }) },
    },
  });
  const token = 'a'.repeat(32);
  const database = openDatabase(club);
  database
    .prepare("insert into sign_up_links (token_hash, form_id, entry_key, created_at) values (?, 'form', 'a', 1)")
    .run(createHash('sha256').update(token).digest('base64url'));
  database.close();

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const plain = await phone.newPage();
  await plain.goto(`${club.url}/still-coming/${token}`);
  await expect(plain.getByText('You have a place. Are you still coming?')).toBeVisible();
  await plain.getByRole('button', { name: 'I am coming' }).click();
  await expect(plain.getByText('Thank you. You are coming.')).toBeVisible();
  await phone.close();

  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  await page.getByText('1 come, 0 cannot, 1 have not answered').click();
  await expect(page.getByText('Ben', { exact: true }).first()).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${club.url}/still-coming/${token}`);
  await visitor.getByRole('button', { name: 'I cannot come' }).click();
  await expect(visitor.getByText('Your sign-up is cancelled.')).toBeVisible();
  await expect(page.getByText('0 come, 1 cannot, 1 have not answered')).toBeVisible();
  await visitor.getByRole('button', { name: 'I am coming' }).click();
  await expect(visitor.getByText('You are number 1 on the waitlist.')).toBeVisible();
  await visitor.context().close();
});

test('the settings of asking again are in the event’s dialog', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, {
    event: { jam: { title: 'Jam', formId: 'form', datetime: { timeStartTimestamp: Date.now() + 9 * DAY } } },
    form: { form: { asksPerson: true, places: 2 } },
  });
  await signIn(page, club, 'admin@localhost', '/admin/events#edit/jam');
  const dialog = await unfold(page.getByRole('dialog', { name: 'Edit event' }));
  await expect(dialog.getByLabel('Pass on silent places')).toBeHidden();
  await dialog.getByLabel('Ask again').selectOption('Two days before');
  await dialog.getByLabel('Pass on silent places').check();
  await dialog.getByLabel('End time').fill('2199-01-01T10:00');
  await dialog.getByRole('button', { name: 'Update Event' }).click();
  const question = page.getByRole('button', { name: 'Yes, save it' });
  if (await question.isVisible()) await question.click();
  await expect(page.getByText('‘Jam’ was saved')).toBeVisible();
  expect(queryRows(club, 'select ask_again_hours, pass_on from forms')).toEqual([{ ask_again_hours: 48, pass_on: 1 }]);
});

test(
  'the year in figures reads as bars and as tables, prints on one sheet and downloads',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
    const datetime = (at: number) => ({ timeStartTimestamp: Date.now() - at * HOUR - HOUR });
    await importInto(club, {
      event: Object.fromEntries(
        numbers.map((at) => [`e${at}`, { title: `=Evening ${at}`, formId: `f${at}`, datetime: datetime(at) }]),
      ),
      form: Object.fromEntries(numbers.map((at) => [`f${at}`, { asksPerson: true }])),
      entry: Object.fromEntries(
        numbers.map((at) => [`f${at}`, { a: person('Ana', { $checkedIn: 5 }), b: person(`P${at}`) }]),
      ),
    });
    // Without an end an event is over with its day.
    openDatabase(club).exec('update events set time_end = time_start + 1');
    await signIn(page, club, 'admin@localhost');
    await page.getByRole('link', { name: 'The year in figures' }).click();
    const figures = page.locator('dl').first();
    await expect(figures).toContainText('Different people');
    await expect(page.getByRole('heading', { name: 'The year in figures' })).toBeVisible();
    await page.getByText('The chart as a table').click();
    await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^Year .*\.csv$/);
    await page.emulateMedia({ media: 'print' });
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
    const sheets = (await page.pdf({ format: 'A4', margin })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets).toHaveLength(1);
  },
);

test('the keyboard goes on at the year that was chosen', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({});
  await signIn(page, club, 'admin@localhost', '/admin/year');
  const other = page.getByRole('navigation', { name: 'Years' }).getByRole('link').first();
  const name = await other.innerText();
  await other.press('Enter');
  await expect(page.getByRole('heading', { name })).toBeFocused();
});
