import { openMailServer } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { openDatabase, queryRows } from './database.ts';
import { openAdd, save } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const PEOPLE = {
  member: {
    a: { name: 'Ana Ångström', email: 'ana@example.org', studentId: '1001', since: '2026-09-01' },
    b: { name: 'Ben Carter', email: 'ben@example.org', studentId: '1002', since: '2026-09-01' },
    c: { name: 'Cleo Diaz', email: 'cleo@example.org', studentId: '1003', since: '2026-09-01' },
  },
};

test('in a queue: three letters, two presses, and undone at once; a second table is shown what the first did', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub();
  await importInto(club, PEOPLE);
  await signIn(page, club, 'admin@localhost', '/admin/members');
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();
  await expectNoAxeViolations(page);

  const second = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await signIn(second, club, 'admin@localhost', '/admin/members');
  await second.getByRole('button', { name: 'Actions for Ana Ångström' }).click();
  await second.getByRole('menuitem', { name: 'Mark as paid' }).click();
  const there = second.getByRole('dialog', { name: 'Mark as paid' });
  await expect(there.getByLabel('Until')).toHaveValue(/^\d{4}-08-31$/);

  // Pressed while the list still loads, Enter counts for whom it finds.
  const loading = Promise.withResolvers<void>();
  await page.route('**/admin/members.data?*', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.getByLabel('Find a member').pressSequentially('ang');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /Ben Carter/ })).toBeVisible();
  loading.resolve();
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(dialog).toContainText('Ana Ångström');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 paid, 2 not paid, 0 lapsed')).toBeVisible();
  await expect(page.getByRole('row', { name: /Ana Ångström/ })).toContainText('Paid until Aug 31,');

  await there.getByRole('button', { name: 'Save' }).click();
  await expect(there.getByText('Someone else has saved this in the meantime.')).toBeVisible();
  await expect(there.getByText(/^Paid until Aug 31,/)).toBeVisible();
  await there.getByRole('button', { name: 'Take theirs' }).click();
  await second.keyboard.press('Escape');

  await expect(page.getByLabel('Find a member')).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo' });
  const isReached = () => undo.evaluate((button) => button === document.activeElement);
  for (let tabs = 0; tabs < 8 && !(await isReached()); tabs++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();
});

test('a payment is taken back from another screen too', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub();
  await importInto(club, PEOPLE);
  await signIn(page, club, 'admin@localhost', '/admin/members');
  await page.getByRole('button', { name: 'Mark Ben Carter as paid' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(dialog).toContainText('Ben Carter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 paid, 2 not paid, 0 lapsed')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Admin area' });
  await tabs.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The payment was undone.')).toBeVisible();
  await tabs.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();
});

/** An evening for members, to which somebody comes who is none. */
function anEvening() {
  const start = Date.now() - 3_600_000;
  const datetime = { timeStartTimestamp: start, timeEndTimestamp: start + 4 * 3_600_000 };
  const ana = { name: 'Ana', email: 'ana@example.edu', $state: 'going', $email: 'ana@example.edu', $since: 1 };
  return {
    event: { jam: { title: 'Jam', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, audience: 'members' } },
    entry: { jamform: { ana } },
  };
}

test(
  'who is no member pays at the door, by keyboard, and it is undone; a helper’s phone only says so',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await startClub();
    await importInto(club, anEvening());
    await signIn(page, club, 'admin@localhost', '/admin/events/jam/door');
    await expect(page.getByText('Not a member')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Link for helpers' }).click();
    const url = await page
      .getByRole('dialog')
      .getByRole('link', { name: /\/door\// })
      .innerText();
    await page.keyboard.press('Escape');
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
    await phone.goto(url);
    await expect(phone.getByText('Not a member')).toBeVisible();
    await expect(phone.getByRole('button', { name: /as paid/ })).toHaveCount(0);

    const pay = page.getByRole('button', { name: 'Mark membership of Ana as paid' });
    await pay.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Paid until Aug 31,/)).toBeVisible();
    await expect(page.getByText('Not a member')).toBeHidden();
    const undo = page.getByRole('button', { name: 'Undo membership of Ana' });
    await expect(undo).toBeFocused();
    await expect(phone.getByText('Not a member')).toBeHidden();
    expect(queryRows(club, 'select name from members')).toEqual([{ name: 'Ana' }]);
    await page.keyboard.press('Enter');
    await expect(pay).toBeFocused();
    await expect(phone.getByText('Not a member')).toBeVisible();
  },
);

test('several are marked together, and a file is taken after its preview', async ({ page, startClub }) => {
  const club = await startClub();
  await importInto(club, PEOPLE);
  await signIn(page, club, 'admin@localhost', '/admin/members');
  await page.getByLabel('Select Ben Carter').check();
  await page.getByLabel('Select Cleo Diaz').check();
  await page.getByRole('button', { name: 'Mark 2 as paid' }).click();
  await page.getByRole('dialog').getByLabel('How').selectOption('Card');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 paid, 1 not paid, 0 lapsed')).toBeVisible();
  await expect(page.getByLabel('Select Ben Carter')).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 payments were undone.')).toBeVisible();
  await expect(page.getByText('0 paid, 3 not paid, 0 lapsed')).toBeVisible();

  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  const text = 'email;name;paid until\nzoe@example.org;Zoe;08/09/2030\nana@example.org;;\nnobody;;\n';
  await dialog.getByLabel('File').setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await dialog.getByLabel('Dates such as 08/09/2026').selectOption('Day first: 31/08/2026');
  for (const count of ['New 1', 'Changed 0', 'Unchanged 1', 'Not read 1'])
    await expect(dialog.getByText(count, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Line 4: This is not an email address.')).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Import 1' }).click();
  await expect(page.getByRole('row', { name: /Zoe/ })).toContainText('Paid until Sep 8, 2030');
});

test(
  'a file whose headings nobody knows is taken once somebody says which column is which',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await signIn(page, club, 'admin@localhost', '/admin/members');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import CSV' });
    const template = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download a template' }).click();
    expect((await template).suggestedFilename()).toBe('Members.csv');
    const buffer = Buffer.from(
      'sep=;\r\nVorname;Nachname;Wo\r\nZoe;Lee;zoe@example.org\r\nBen;"Carter;ben@example.org\r\n',
    );
    await dialog.getByLabel('File').setInputFiles({ name: 'm.csv', mimeType: 'text/csv', buffer });
    await expect(dialog.getByText('Please say which column is which')).toBeVisible();
    await expect(dialog.getByLabel('First name')).toHaveValue('0');
    await expectNoAxeViolations(page);
    const address = dialog.getByLabel('Email');
    await address.focus();
    await address.selectOption('Wo: zoe@example.org');
    for (const count of ['New 1', 'Not read 1']) await expect(dialog.getByText(count, { exact: true })).toBeVisible();
    await expect(address).toBeFocused();
    await expect(dialog.getByText('Line 3: The quotation mark that begins a cell here is never closed')).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 1' }).click();
    await expect(page.getByRole('row', { name: /Zoe Lee/ })).toContainText('zoe@example.org');
  },
);

test('a card is sent to whoever asks, shows a code while its owner is a member, and opens without a network', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await startClub();
  const payments = [{ on: '2026-01-01', until: '2999-08-31', how: 'cash', note: '' }];
  await importInto(club, { member: { a: { ...PEOPLE.member.a, payments } } });
  await page.goto(`${club.url}/signup`);
  await page.getByRole('link', { name: 'Have your card sent' }).click();
  await expect(page).toHaveURL(`${club.url}/membership`);
  await expectNoAxeViolations(page);
  await page.getByLabel('Email').fill('ANA@example.org');
  await page.getByRole('button', { name: 'Send me my card' }).click();
  await expect(page.getByText('If this address belongs to a member, we have sent its card.')).toBeVisible();
  const secret = () => {
    const database = openDatabase(club, { readOnly: true });
    const row = database.prepare("select secret from outbox where kind = 'membership card'").get();
    database.close();
    return String(row?.['secret'] ?? '');
  };
  await expect.poll(secret).not.toBe('');
  await page.goto(`${club.url}/members/${secret()}`);
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  await expect(page.getByText('Paid until Aug 31, 2999')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Code for the door' })).toBeVisible();
  await expectNoAxeViolations(page);

  // Once opened it is on the phone, with its code, until its owner is no member of the list any more.
  const kept = () => page.evaluate(async () => (await caches.keys()).length);
  await expect.poll(kept).toBe(1);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Membership card' })).toBeVisible();
  const code = page.getByRole('img', { name: 'Code for the door' });
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.context().setOffline(false);
  const database = openDatabase(club);
  database.exec('delete from members');
  database.close();
  await page.reload();
  await expect(page.getByText('This link leads to no membership card.')).toBeVisible();
  await expect.poll(kept).toBe(0);
  // It was gone.
  complaints.length = 0;
});

test(
  'an event for members first: its dialog, who is none, and the moment from which on it is for everyone',
  { tag: '@long' },
  async ({ page, context, startClub, complaints }) => {
    const mails = await openMailServer();
    const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: mails.url });
    await signIn(page, club, 'admin@localhost', '/admin/events');
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Jam');
    await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
    await dialog.getByLabel('Ask for name and e-mail').check();
    await expect(dialog.getByLabel('Confirm the address')).not.toBeChecked();
    await dialog.getByLabel('Who may sign up').selectOption('Members first, until');
    await expect(dialog.getByLabel('Confirm the address')).toBeChecked();
    await expect(dialog.getByLabel('Confirm the address')).toBeDisabled();
    await dialog.getByRole('button', { name: 'Create Event' }).click();
    await expect(dialog.getByText('Please enter a date and a time').first()).toBeVisible();
    await dialog.getByLabel('Members first, until', { exact: true }).fill('2099-11-20T19:30');
    await expectNoAxeViolations(page);
    await save(dialog, 'Create Event');
    const [row] = queryRows(club, 'select id, key from forms join events on form_id = id');
    const event = `${club.url}/events/${String(row?.['key'])}`;
    const visitor = await context.newPage();
    await visitor.goto(event);
    await expect(visitor.getByText('For members until Nov 20, 2099, 07:30 PM.')).toBeVisible();
    await expect(visitor.getByText('Sign up with the email address of your membership.')).toBeVisible();
    await expect(
      visitor.getByRole('region', { name: 'Sign Up' }).getByRole('link', { name: 'Become a member' }),
    ).toHaveAttribute('href', '/signup');
    await visitor.getByLabel('Name (*)').fill('Ana');
    await visitor.getByLabel('Email (*)').fill('ana@example.org');
    await visitor.getByRole('button', { name: 'Submit' }).click();
    await expect(visitor.getByText('Please look into your mail')).toBeVisible();
    await expectNoAxeViolations(visitor);
    const { mail } = (await mails.waitFor(1)).at(-1) ?? {};
    const link = /\S+\/sign-ups\/[\w-]+/.exec((mail && findPart(mail, 'text/plain')?.content) ?? '')?.[0] ?? '';
    await visitor.goto(link);
    await expectNoAxeViolations(visitor);
    await visitor.getByRole('button', { name: 'Confirm my sign-up' }).click();
    const refusal = visitor.getByText('This event is for members, and this address has no paid membership.');
    await expect(refusal).toBeVisible();
    await expect(visitor.getByRole('main').getByRole('link', { name: 'About membership' })).toHaveAttribute(
      'href',
      '/membership',
    );
    complaints.length = 0;

    // The page that is open turns by itself, and who was none signs up.
    await importInto(club, {
      form: { [String(row?.['id'])]: { asksPerson: true, audience: 'members', membersUntil: Date.now() + 8000 } },
    });
    await expect(visitor.getByText(/^For members until /)).toBeVisible();
    await page.goto(event);
    await expect(page.getByText(/^For members until /)).toBeVisible();
    await expect(page.getByText(/^For members until /)).toBeHidden({ timeout: 15_000 });
    await visitor.getByRole('button', { name: 'Confirm my sign-up' }).click();
    await expect(visitor.getByText('You have a place.')).toBeFocused();
    await mails.close();
  },
);

test(
  'a payment at the door is undone as soon as that is offered, while the list is still being read',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub();
    await importInto(club, anEvening());
    await signIn(page, club, 'admin@localhost', '/admin/events/jam/door');
    const pay = page.getByRole('button', { name: 'Mark membership of Ana as paid' });
    await expect(pay).toBeVisible();
    const reading = Promise.withResolvers<void>();
    await page.route('**/membership', async (route) => {
      const response = await route.fetch();
      // Until then the list was read because it has changed; it is read once more by who has paid.
      if (route.request().method() === 'POST') {
        await expect(page.getByText('Not a member')).toBeHidden();
        await page.route('**/people', (read) => reading.promise.then(() => read.continue()));
      }
      await route.fulfill({ response });
    });
    await pay.click();
    await page.getByRole('button', { name: 'Undo membership of Ana' }).press('Enter');
    await expect.poll(() => queryRows(club, 'select paid_until from members')).toEqual([{ paid_until: null }]);
    reading.resolve();
    await expect(pay).toBeVisible();
  },
);
