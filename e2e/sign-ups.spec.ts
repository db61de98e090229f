import type { Page } from '@playwright/test';
import { openMailServer } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { openAdd, openEdit, openEvents, save } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

/** An event in two days with so many places. */
function limited(places: number) {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  return {
    event: { jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places } },
  };
}

async function signUp(page: Page, name: string, button: string): Promise<void> {
  await page.getByLabel('Name (*)').fill(name);
  await page.getByLabel('Email (*)').fill(`${name.toLowerCase()}@example.edu`);
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText('Your response has been recorded!')).toBeVisible();
}

test('the last place, the waitlist, a place given up and passed on, and the door', async ({
  page,
  context,
  startClub,
}) => {
  const mails = await openMailServer();
  const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: mails.url });
  await importInto(club, limited(1));
  const other = await context.newPage();
  await other.goto(`${club.url}/events/jam`);
  await expect(other.getByText('1 of 1 places left')).toBeVisible();

  await page.goto(`${club.url}/events/jam`);
  await signUp(page, 'Ana', 'Submit');
  await expect(page.getByText('You have a place.')).toBeVisible();

  // The page that was open all along follows by itself.
  await expect(other.getByText('All places are taken. Join the waitlist: whoever cancels makes room.')).toBeVisible();
  await signUp(other, 'Ben', 'Join the waitlist');
  await expect(other.getByText('You are number 1 on the waitlist.')).toBeVisible();
  await expect(other.getByText('Join the waitlist')).toBeHidden();
  await expect(other.getByText('Add it to your calendar')).toBeHidden();
  await other.getByRole('link', { name: 'Manage my sign-up' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Jam');

  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByRole('link', { name: 'Manage my sign-up' }).click();
  await expect(page.getByAltText('Code for the door')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel my sign-up' });
  await expect(question).toContainText('If somebody is on the waitlist, your place goes to them.');
  await question.getByRole('button', { name: 'Give up my place' }).click();
  // What became of it is where the eyes and the keyboard are, however far down the button was.
  await expect(page.getByText('Your sign-up is cancelled.')).toBeFocused();
  await expect(page.getByText('Your sign-up is cancelled.')).toBeInViewport();
  await expect(other.getByText('You have a place.')).toBeVisible();

  const sent = await mails.waitFor(4);
  const moved = sent.find(({ mail }) => mail.headers.get('subject') === 'A place is yours: Jam');
  expect(moved?.to).toEqual(['ben@example.edu']);
  expect(moved && findPart(moved.mail, 'text/calendar')?.content).toContain('STATUS:CONFIRMED');
  const link = /\S+\/sign-ups\/[\w-]+/.exec((moved && findPart(moved.mail, 'text/plain')?.content) ?? '')?.[0];
  await page.goto(link ?? '');
  await expect(page.getByText('You have a place.')).toBeVisible();
  await mails.close();

  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  await page.getByRole('link', { name: 'Door' }).click();
  await expect(page.getByText('0 of 1 came')).toBeVisible();
  await page.getByRole('button', { name: 'Check in Ben' }).click();
  await expect(page.getByText(/Came at \d\d:\d\d [AP]M/)).toBeVisible();
  await expect(page.getByText('1 of 1 came')).toBeVisible();
  await page.getByRole('button', { name: 'Undo Ben' }).click();
  await expect(page.getByText('0 of 1 came')).toBeVisible();
});

test('who comes back to an event finds their sign-up in the form’s place, and may sign up someone else', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, limited(1));
  await page.goto(`${club.url}/events/jam`);
  await signUp(page, 'Ana', 'Submit');
  await page.reload();
  const section = page.getByRole('region', { name: 'Sign Up' });
  await expect(section.getByText('You have a place.')).toBeVisible();
  await expect(section.getByText('All places are taken.')).toBeHidden();
  await expect(section.getByLabel('Name (*)')).toBeHidden();
  await expect(section.getByRole('link', { name: 'Manage my sign-up' })).toHaveAttribute('href', /^\/sign-ups\//);
  await section.getByRole('button', { name: 'Sign up someone else' }).click();
  await expect(section.getByText('All places are taken.')).toBeVisible();
  await expect(section.getByLabel('Name (*)')).toBeFocused();
  await expect(section.getByText('You have a place.')).toBeHidden();
  await expect(section.getByText('Ana has a place.')).toBeVisible();
  await signUp(page, 'Ben', 'Join the waitlist');
  // The one who was signed up before is not forgotten for the one who was signed up last.
  await expect(section.getByText('Ana has a place.')).toBeVisible();
  await expect(section.getByText('Ben is on the waitlist.')).toBeHidden();
  await page.getByRole('button', { name: 'Sign up someone else' }).click();
  await expect(section.getByLabel('Name (*)')).toBeFocused();
  await page.reload();
  await expect(section.getByRole('listitem')).toHaveText([
    'Ana has a place. Manage Ana',
    'Ben is on the waitlist. Manage Ben',
  ]);
  await expect(section.getByLabel('Name (*)')).toBeHidden();
  await expectNoAxeViolations(page);
  await page.goto(`${club.url}/events`);
  await page.getByRole('article').getByRole('link', { name: '2 sign-ups · Manage' }).click();
  await expect(page.getByRole('link', { name: '2 sign-ups · Manage' })).toBeVisible();
  await section.getByRole('link', { name: 'Manage Ana' }).click();
  await expect(page.getByText('You have a place.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
  await page.getByRole('button', { name: 'Give up my place' }).click();
  await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
  await page.goto(`${club.url}/events/jam`);
  await expect(page.getByRole('link', { name: 'You are on the waitlist · Manage' })).toBeVisible();
  await page.getByRole('button', { name: 'Not you?' }).click();
  await expect(section.getByLabel('Name (*)')).toBeVisible();
  await signUp(page, 'Cleo', 'Join the waitlist');
});

test(
  'ten sign-ups for an event are remembered, and one that an earlier version remembered',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, limited(20));
    await page.goto(club.url);
    await page.evaluate((until) => {
      const own = { link: '/sign-ups/before', isWaiting: false, until };
      localStorage.setItem('clubroom.sign-ups', JSON.stringify({ jam: own }));
    }, Date.now() + HOUR);
    await page.goto(`${club.url}/events/jam`);
    const section = page.getByRole('region', { name: 'Sign Up' });
    await expect(section.getByRole('link', { name: 'Manage my sign-up' })).toHaveAttribute('href', '/sign-ups/before');
    for (const name of 'ABCDEFGHIJ') {
      await section.getByRole('button', { name: 'Sign up someone else' }).click();
      await signUp(page, name, 'Submit');
    }
    await page.reload();
    await expect(section.getByRole('listitem')).toHaveText(
      'ABCDEFGHIJ'.split('').map((one) => `${one} has a place. Manage ${one}`),
    );
  },
);

test('an address that is signed up already is said at its field, and what was typed stays', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, limited(2));
  await page.goto(`${club.url}/events/jam`);
  await signUp(page, 'Ana', 'Submit');
  await page.getByRole('button', { name: 'Sign up someone else' }).click();
  await page.getByLabel('Name (*)').fill('Ana');
  const email = page.getByLabel('Email (*)');
  await email.fill(' ANA@example.edu');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('This address is signed up already. We have sent its link again.');
  await expect(page.getByLabel('Name (*)')).toHaveValue('Ana');
  // What the site said of an address no longer holds for another one.
  await email.fill('ben@example.edu');
  await expect(email).toHaveAccessibleDescription('');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You have a place.')).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')]);
});

test(
  'cards and the event’s button say how sign-up stands, and on this device that it is its own',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, limited(2));
    const visitor = await browser.newPage();
    for (const path of ['/home', '/events']) {
      await visitor.goto(club.url + path);
      await expect(visitor.getByRole('article').getByText('Sign up · 2 places left')).toBeVisible();
    }

    await page.goto(`${club.url}/events/jam`);
    await page.getByRole('link', { name: 'Sign up · 2 places left' }).click();
    await signUp(page, 'Ana', 'Submit');
    await expect(page.getByRole('button', { name: 'Subscribe to all events' })).toBeVisible();
    // A list that was open all along follows by itself.
    await expect(visitor.getByText('Sign up · 1 place left')).toBeVisible();

    await page.goto(`${club.url}/events`);
    await page.getByRole('article').getByRole('link', { name: 'You have a place · Manage' }).click();
    await expect(page.getByText('Show this at the door')).toBeVisible();
    await page.goto(`${club.url}/events/jam`);
    await expect(page.getByRole('link', { name: 'You have a place · Manage' })).toBeVisible();
    // Others on this device may sign up all the same.
    await expect(page.getByRole('button', { name: 'Sign up someone else' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectNoOverflow(page, 320);
    await page.getByRole('button', { name: 'Not you?' }).click();
    await expect(page.getByRole('link', { name: 'Sign up · 1 place left' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Sign up · 1 place left' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    await signUp(page, 'Ben', 'Submit');
    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
    await page.getByRole('button', { name: 'Give up my place' }).click();
    await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
    await page.goto(`${club.url}/events`);
    await expect(page.getByText('Sign up · 1 place left')).toBeVisible();
    await expect(page.getByText('You have a place · Manage')).toHaveCount(0);
    await visitor.close();
  },
);

test('how a sign-up stands is the headline, and that the response was recorded its line', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, limited(1));
  await page.goto(`${club.url}/events/jam`);
  await signUp(page, 'Ana', 'Submit');
  const section = page.getByRole('region', { name: 'Sign Up' });
  const status = section.getByRole('status');
  await expect(status).toHaveText(['You have a place.']);
  await expect(status).toBeFocused();
  await expect(section.getByText('Your response has been recorded!')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up someone else' }).click();
  await signUp(page, 'Ben', 'Join the waitlist');
  await expect(status).toHaveText(['You are number 1 on the waitlist.']);
  await expect(page.getByRole('link', { name: '2 sign-ups · Manage' })).toBeVisible();
});

test(
  'what is changed in one’s answers survives a refusal, and is saved',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, limited(2));
    await page.goto(`${club.url}/events/jam`);
    await signUp(page, 'Ana', 'Submit');
    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await page.getByRole('button', { name: 'Change my answers' }).click();
    const name = page.getByLabel('Name (*)');
    await expect(name).toHaveValue('Ana');
    await name.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(name).toHaveAccessibleDescription('Required field');
    await expect(name).toHaveValue('');
    await name.fill('Ana B');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(name).toHaveValue('Ana B');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Change my answers' })).toBeFocused();
    await expect(page.getByRole('region', { name: 'My sign-up' }).getByText('Saved.')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Ana B')).toBeVisible();
  },
);

test(
  'an officer limits an event in its dialog, and finds it so again',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Jam');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await expect(dialog.getByLabel('Places', { exact: true })).toHaveCount(0);
    await expect(dialog.getByText('Without fields, the event has no form of its own.')).toBeVisible();
    await dialog.getByLabel('Ask for name and e-mail').check();
    await expect(dialog.getByText('Without fields, the form asks for name and email only.')).toBeVisible();
    await expect(dialog.getByLabel('Waitlist')).toHaveCount(0);
    await dialog.getByLabel('Places', { exact: true }).fill('0');
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('Please enter a whole number, from 1 to 100,000, or leave it empty')).toBeVisible();
    await dialog.getByLabel('Places', { exact: true }).fill('30');
    await dialog.getByLabel('Waitlist').uncheck();
    await dialog.getByLabel('Sign-up opens').fill('2099-11-20T19:30');
    await expect(dialog.getByLabel('Remind by e-mail')).toHaveValue('A day before');
    await dialog.getByLabel('Remind by e-mail').selectOption('Two hours before');
    await save(dialog, 'Create Event');
    expect(queryRows(club, 'select asks_person, places, waitlist, remind_hours from forms')).toEqual([
      { asks_person: 1, places: 30, waitlist: 0, remind_hours: 2 },
    ]);
    await page.goto(`${club.url}/events`);
    await page.getByRole('link', { name: /Jam/ }).first().click();
    await expect(page.getByText('Sign-up opens Nov 20, 2099, 07:30 PM.')).toBeVisible();
  },
);

test('places below those who go are warned of before they are saved', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const person = (name: string, $since: number) => {
    const $email = `${name.toLowerCase()}@example.edu`;
    return { name, email: $email, $state: 'going', $email, $since };
  };
  const start = Date.parse('2099-12-01');
  const datetime = { timeStartTimestamp: start, timeEndTimestamp: start };
  await importInto(club, {
    event: { jam: { title: 'Jam', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places: 3 } },
    entry: { jamform: { a: person('Ana', 1), b: person('Ben', 2) } },
  });
  await signIn(page, club, 'admin@localhost', '/admin/events#edit/jam');
  const dialog = page.getByRole('dialog', { name: 'Edit event' });
  const warning = dialog.getByText('2 people have a place already, 1 more than that. Nobody loses a place');
  await dialog.getByLabel('Places', { exact: true }).fill('2');
  await expect(warning).toBeHidden();
  await dialog.getByLabel('Places', { exact: true }).fill('1');
  await expect(warning).toBeVisible();
  await save(dialog, 'Update Event');
  expect(queryRows(club, 'select state from entries')).toEqual([{ state: 'going' }, { state: 'going' }]);
});

test(
  'an open page turns as the event ends: the form goes, unless somebody has begun to fill it',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const record = limited(1);
    const datetime = { timeStartTimestamp: Date.now() - HOUR, timeEndTimestamp: Date.now() + 8000 };
    await importInto(club, { ...record, event: { jam: { ...record.event.jam, datetime } } });
    const other = await context.newPage();
    for (const one of [page, other]) await one.goto(`${club.url}/events/jam`);
    await page.getByLabel('Name (*)').fill('Ana');
    await expect(other.getByRole('button', { name: 'Submit' })).toBeVisible();
    for (const one of [page, other]) {
      await expect(one.getByText('Sign-up has closed.')).toBeVisible({ timeout: 15_000 });
      await expect(one.getByText('This event is over.')).toBeVisible();
      await expect(one.getByRole('button', { name: 'Submit' })).toBeHidden();
      await expect(one.getByText('1 of 1 places left')).toBeHidden();
    }
    await expect(other.getByLabel('Name (*)')).toBeHidden();
    await expect(page.getByLabel('Name (*)')).toHaveValue('Ana');
  },
);

test(
  'an officer who moves an event tells those who signed up, unless they leave it',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openEvents(page, startClub);
    const person = (name: string, state: string) => ({ $state: state, $email: `${name}@example.edu`, $since: 1, name });
    const people = { a: person('ana', 'going'), b: person('ben', 'waiting'), c: person('cleo', 'cancelled') };
    await importInto(club, { ...limited(1), entry: { jamform: people } });
    const mails = () =>
      queryRows(
        club,
        "select recipient, message from outbox where kind = 'event change' order by created_at, recipient",
      ).map(({ recipient, message }) => `${String(recipient)} ${/Where: [^\\]+\\n\\nSee/.exec(String(message))?.[0]}`);
    const room = (name: string) => ['ana', 'ben'].map((who) => `${who}@example.edu Where: ${name}\\n\\nSee`);

    let dialog = await openEdit(page, 'Jam');
    const tell = () => dialog.getByLabel('Tell the 2 people who signed up');
    await dialog.getByLabel('Title').fill('Jam session');
    await expect(tell()).toHaveCount(0);
    await dialog.getByLabel('Location').fill('Room 7');
    await expect(tell()).toBeChecked();
    // Whatever is scrolled to.
    await page.setViewportSize({ width: 390, height: 844 });
    await dialog.getByLabel('Description').focus();
    await expect(tell()).toBeInViewport();
    await dialog.getByLabel('Location').fill('Room 332');
    await expect(tell()).toHaveCount(0);
    await dialog.getByLabel('Location').fill('Room 7');
    await tell().focus();
    await page.keyboard.press('Space');
    await expect(tell()).not.toBeChecked();
    await save(dialog, 'Update Event');
    expect(mails()).toEqual([]);

    // What others change meanwhile is theirs to tell; what is kept of this dialog is told from it.
    dialog = await openEdit(page, 'Jam session');
    await dialog.getByLabel('Location').fill('Room 8');
    await importInto(club, { ...limited(1), event: { jam: { ...limited(1).event.jam, presenter: 'Ada' } } });
    await dialog.getByRole('button', { name: 'Update Event' }).click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(dialog).toBeHidden();
    expect(mails()).toEqual(room('Room 8'));
    // The browser itself reports the refusal's status on its console.
    complaints.length = 0;
  },
);

test('an address that is to be confirmed: the mail, its button, an option that is full by then', async ({
  page,
  startClub,
  complaints,
}) => {
  const mails = await openMailServer();
  const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: mails.url });
  const { event } = limited(5);
  const choice = { name: 'diet', type: 'radio', description: 'Diet', required: true, options: ['Meat', 'Plants'] };
  const form = { fields: [{ ...choice, limits: { Meat: 1 } }], asksPerson: true, confirms: true };
  await importInto(club, { event, form: { jamform: form } });
  const linkTo = async (count: number) => {
    const { mail } = (await mails.waitFor(count)).at(-1) ?? {};
    expect(mail?.headers.get('subject')).toBe('Confirm your sign-up: Jam');
    return /\S+\/sign-ups\/[\w-]+/.exec((mail && findPart(mail, 'text/plain')?.content) ?? '')?.[0] ?? '';
  };
  await page.goto(`${club.url}/events/jam`);
  await page.getByLabel('Meat').check();
  await signUp(page, 'Ana', 'Submit');
  await expect(
    page.getByText('Please look into your mail: your sign-up counts once you have followed its link.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage my sign-up' })).toBeHidden();
  const link = await linkTo(1);
  await importInto(club, {
    entry: { jamform: { ben: { $state: 'going', $email: 'ben@example.edu', name: 'Ben', diet: 'Meat' } } },
  });
  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Cancel my sign-up' })).toBeHidden();
  await page.getByRole('button', { name: 'Confirm my sign-up' }).click();
  await expect(page.getByText('This is full now. Please choose another.').first()).toBeVisible();
  complaints.length = 0;
  await page.getByRole('button', { name: 'Change my answers' }).click();
  await page.getByLabel('Plants').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Confirm my sign-up' }).click();
  await expect(page.getByText('You have a place.')).toBeFocused();
  await expect(page.getByAltText('Code for the door')).toBeVisible();
  await mails.close();

  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  await expect(page.getByRole('cell', { name: 'Going' }).first()).toBeVisible();
});

test(
  'signing up again by a link that was not mailed, once addresses are to be confirmed',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, limited(5));
    await page.goto(`${club.url}/events/jam`);
    await signUp(page, 'Ana', 'Submit');
    await page.getByRole('link', { name: 'Manage my sign-up' }).click();
    await page.getByRole('button', { name: 'Cancel my sign-up' }).click();
    await page.getByRole('button', { name: 'Give up my place' }).click();
    await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
    await importInto(club, { form: { jamform: { ...limited(5).form.jamform, confirms: true } } });
    await page.getByRole('button', { name: 'Sign up again' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Please look into your mail' })).toBeVisible();
    await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
    await page.goto(page.url().replace('/sign-ups/', '/still-coming/'));
    await page.getByRole('button', { name: 'I am coming' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Please look into your mail' })).toBeVisible();
    await expect(page.getByText('Your sign-up is cancelled.')).toBeVisible();
  },
);
