import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { queryRows } from './database.ts';
import { openAdd, openEvents, save } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

/** A trip in an hour that costs 12.50, for three; Ana and Ben have a place and have not paid. */
function trip() {
  const datetime = { timeStartTimestamp: Date.now() + HOUR, timeEndTimestamp: Date.now() + 3 * HOUR };
  const signUp = (name: string, reference: string, since: number) => {
    const email = `${name.toLowerCase()}@example.edu`;
    return { name, email, $state: 'going', $email: email, $since: since, $owes: 12.5, $reference: reference };
  };
  return {
    event: { trip: { title: 'Trip', formId: 'tripform', datetime } },
    form: {
      tripform: { asksPerson: true, places: 3, price: 12.5, howToPay: 'In cash, or **{reference}** as the purpose' },
    },
    entry: { tripform: { ana: signUp('Ana', 'ABCDEFG2', 1), ben: signUp('Ben', 'HJKLMNP3', 2) } },
  };
}

test('an officer sets a price, and is told what is none', async ({ page, startClub }) => {
  const club = await openEvents(page, startClub);
  const dialog = await openAdd(page);
  await dialog.getByLabel('Title').fill('Trip');
  await dialog.getByLabel('Start time').fill('2099-12-01T18:30');
  await dialog.getByLabel('Ask for name and e-mail').check();
  await dialog.getByLabel('Price', { exact: true }).fill('12.505');
  await dialog.getByLabel('How to pay').fill('Cash');
  await dialog.getByLabel('Pay within').selectOption('3 days');
  await dialog.getByLabel('Give up unpaid places').check();
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByText(/^Please enter an amount such as 12\.00/).first()).toBeVisible();
  await dialog.getByLabel('Price', { exact: true }).fill('12.50');
  await save(dialog, 'Create Event');
  expect(queryRows(club, 'select price, pay_within_days, give_up_unpaid from forms')).toEqual([
    expect.objectContaining({ price: 1250, pay_within_days: 3, give_up_unpaid: 1 }),
  ]);
  await page.getByRole('button', { name: 'Edit Trip' }).click();
  const again = page.getByRole('dialog', { name: 'Edit event' });
  await again.getByText('Publishing', { exact: true }).click();
  await expect(again.getByText(/everybody keeps their place/)).toHaveCount(0);
  await again.getByLabel('Visibility').selectOption('Draft');
  await expect(again.getByText(/If a deadline to pay passes meanwhile, everybody keeps their place/)).toBeVisible();
});

test('a visitor reads what to pay, and an officer marks it by three letters and two presses', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  const visitor = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await visitor.goto(`${club.url}/events/trip`);
  await expect(visitor.getByText('$12.50', { exact: true })).toBeVisible();
  await visitor.getByLabel('Name').fill('Cleo');
  await visitor.getByLabel('Email').fill('cleo@example.edu');
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByText(/^Please pay \$12\.50 by .+\.$/)).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'How to pay' })).toBeVisible();
  await visitor.getByRole('link', { name: 'Manage my sign-up' }).click();
  await expect(visitor.getByText(/^Reference: [A-Z2-9]{8}$/)).toBeVisible();
  await expectNoAxeViolations(visitor);

  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  await expect(page.getByText('0 paid, 3 to pay, $0.00 of $37.50')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('Find a payment').pressSequentially('abc');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(dialog).toContainText('Ana');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 paid, 2 to pay, $12.50 of $37.50')).toBeVisible();

  await page.getByLabel('Find a payment').fill('ABC0EFGH');
  await expect(page.getByText('No reference has a 0, an O, a 1 or an I')).toBeVisible();
  await page.getByLabel('Find a payment').fill('');
  await page.getByLabel('Select Ben').check();
  await expect(page.getByText('Delete removes')).toHaveCount(0);
  await page.getByLabel('Select Ben').uncheck();
  await page.getByRole('button', { name: 'Match payments' }).click();
  const matching = page.getByRole('dialog', { name: 'Match payments' });
  await matching.getByLabel('Bank statement').fill('20 Nov;hjklmnp3;12,50\n20 Nov;ZZZZ2222;3,00');
  await matching.getByRole('button', { name: 'Find references' }).click();
  await expect(matching.getByText('1 found, 0 with another amount, 1 unknown')).toBeVisible();
  await matching.getByRole('button', { name: 'Mark 1 as paid' }).click();
  await expect(dialog.getByLabel('How')).toHaveValue('transfer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 paid, 1 to pay, $25.00 of $37.50')).toBeVisible();

  await page.goto(`${club.url}/admin/events/trip`);
  await expect(page.getByText('2 paid, 1 to pay, $25.00 of $37.50')).toBeVisible();
  await page.getByLabel('Select Cleo').check();
  await page.getByRole('button', { name: 'Mark 1 as paid' }).click();
  await page.getByRole('dialog', { name: 'Mark as paid' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 paid, 0 to pay, $37.50 of $37.50')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Paid. Thank you!')).toBeVisible();
});

/** Ana has not paid, Ben has, and Cleo cancelled after paying. */
function someHavePaid(): object {
  const { event, form, entry } = trip();
  const paid = { on: '2026-11-01', how: 'transfer', note: '' };
  const { ana, ben } = entry.tripform;
  const cleo = { ...ben, name: 'Cleo', email: 'cleo@example.edu', $email: 'cleo@example.edu', $reference: 'QRSTUVW4' };
  const tripform = { ana, ben: { ...ben, $paid: paid }, cleo: { ...cleo, $state: 'cancelled', $paid: paid } };
  return { event, form, entry: { tripform } };
}

test('lists of payments follow each other live, and ‘Undo’ takes a mark back on both', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  const other = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  await signIn(other, club, 'admin@localhost', '/admin/events/trip/payments');
  const responses = await other.context().newPage();
  await responses.goto(`${club.url}/admin/events/trip`);
  const follow = async (summary: string) => {
    for (const one of [page, other, responses]) await expect(one.getByText(summary)).toBeVisible();
  };
  await follow('0 paid, 2 to pay, $0.00 of $25.00');
  await page.getByLabel('Find a payment').fill('ben@');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Mark as paid' })).toContainText('Ben');
  await page.keyboard.press('Enter');
  await follow('1 paid, 1 to pay, $12.50 of $25.00');
  await expect(other.getByRole('row', { name: /Ben/ })).toContainText('Paid');
  await page.getByRole('button', { name: 'Undo' }).click();
  await follow('0 paid, 2 to pay, $0.00 of $25.00');
  await expect(other.getByRole('row', { name: /Ben/ })).toContainText('To pay');
});

test(
  'nothing of a bank statement that was pasted is in the data folder',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, trip());
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByRole('button', { name: 'Match payments' }).click();
    const matching = page.getByRole('dialog', { name: 'Match payments' });
    await matching.getByLabel('Bank statement').fill('Salary of Zenobia;3000,00\nFrom Zenobia;hjklmnp3;12,50');
    await matching.getByRole('button', { name: 'Find references' }).click();
    await matching.getByRole('button', { name: 'Mark 1 as paid' }).click();
    await page.getByRole('dialog', { name: 'Mark as paid' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('1 paid, 1 to pay, $12.50 of $25.00')).toBeVisible();
    const stored = await readdir(club.dataDir, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      stored.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1')),
    );
    expect(texts.some((text) => text.includes('HJKLMNP3'))).toBe(true);
    expect(texts.some((text) => text.includes('Zenobia'))).toBe(false);
  },
);

test('an officer who cancels a paid sign-up reads before what becomes of the payment, and gives the place back', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, someHavePaid());
  await signIn(page, club, 'admin@localhost', '/admin/events/trip');
  const row = page.getByRole('row', { name: /Ben/ });
  const choose = async (name: string) => {
    await row.getByRole('button', { name: 'Actions for Ben' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await choose('Cancel sign-up');
  const question = page.getByRole('dialog', { name: 'Cancel this sign-up?' });
  await expect(question).toContainText('What they paid is then ‘To refund’.');
  await question.getByRole('button', { name: 'Cancel sign-up' }).click();
  await expect(row).toContainText('To refund');
  await expect(page.getByText('0 paid, 1 to pay, $0.00 of $12.50')).toBeVisible();
  const treasurer = await (await browser.newContext()).newPage();
  await signIn(treasurer, club, 'admin@localhost', '/admin/events/trip/payments?show=to-refund');
  await expect(treasurer.getByRole('rowheader')).toHaveText(['Ben', 'Cleo']);
  await choose('Give a place');
  await expect(row).toContainText('Paid');
  await expect(treasurer.getByRole('rowheader')).toHaveText(['Cleo']);
  await expect(page.getByText('1 paid, 1 to pay, $12.50 of $25.00')).toBeVisible();
});

test('whoever removes an event reads first how many have paid for it', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, someHavePaid());
  await signIn(page, club, 'admin@localhost', '/admin/events');
  await page.getByLabel('Select Trip').check();
  await page.getByRole('button', { name: 'Remove 1 event' }).click();
  await expect(page.getByRole('dialog', { name: 'Remove events' })).toContainText(
    '2 people have paid and were not paid back. Their payments are removed too. If the event does not take place, cancel it instead: the payments then stand as ‘To refund’.',
  );
});

test('however long a statement is, what marks the payments stays in sight', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const { event, form, entry } = trip();
  const references = Array.from({ length: 40 }, (_, at) => `ABCDEF${'ABCDEFGH'[at % 8]}${'HJKLM'[Math.floor(at / 8)]}`);
  const people = references.map((reference, at) => {
    const email = `person${at}@example.edu`;
    return [`p${at}`, { ...entry.tripform.ana, name: `Person ${at}`, email, $email: email, $reference: reference }];
  });
  form.tripform.places = 40;
  await importInto(club, { event, form, entry: { tripform: Object.fromEntries(people) } });
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  await page.getByRole('button', { name: 'Match payments' }).click();
  const matching = page.getByRole('dialog', { name: 'Match payments' });
  await matching.getByLabel('Bank statement').fill(references.map((one) => `20 Nov;${one};12,50`).join('\n'));
  await matching.getByRole('button', { name: 'Find references' }).click();
  await expect(matching.getByRole('button', { name: 'Mark 40 as paid' })).toBeInViewport();
  // The heading of a column that is still empty is as wide as its words.
  const day = page.locator('th', { hasText: 'Paid on' });
  expect(await day.evaluate((cell) => cell.getBoundingClientRect().height)).toBeLessThan(50);
});

test('who has still to pay is a list of its own, at its own address', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, someHavePaid());
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  const filters = page.getByRole('navigation', { name: 'Show' }).getByRole('link');
  const names = page.getByRole('table', { name: 'Payments' }).getByRole('rowheader');
  await expect(filters).toHaveText(['All 3', 'To pay 1', 'Paid 1', 'To refund 1']);
  await expect(names).toHaveText(['Ana', 'Ben', 'Cleo']);
  await filters.filter({ hasText: 'To refund' }).click();
  await expect(names).toHaveText(['Cleo']);
  await filters.filter({ hasText: 'To pay' }).press('Enter');
  await expect(names).toHaveText(['Ana']);
  await expect(page).toHaveURL(/\/payments\?show=to-pay$/);
  await page.reload();
  await expect(names).toHaveText(['Ana']);
  const weightOf = (state: string) =>
    page.getByRole('cell', { name: state, exact: true }).evaluate((cell) => {
      return Number(getComputedStyle(cell.firstElementChild ?? cell).fontWeight);
    });
  const weight = await weightOf('To pay');
  await page.getByRole('button', { name: 'Mark Ana as paid' }).click();
  await page.getByRole('dialog', { name: 'Mark as paid' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Nobody has to pay.')).toBeVisible();
  await filters.filter({ hasText: 'Paid' }).click();
  await expect(names).toHaveText(['Ana', 'Ben']);
  expect(await page.getByRole('cell', { name: 'Paid', exact: true }).count()).toBe(2);
  await filters.filter({ hasText: 'To refund' }).click();
  expect(await weightOf('To refund')).toBe(weight);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the links show who has still to pay', { tag: '@long' }, async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, someHavePaid());
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByRole('link', { name: 'To pay 1' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page.getByRole('row').last()).toContainText('Ana');
  });
});

test('the door marks who has not paid without a network, and helpers see it where their link says so', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/door');
  await expect(page.getByText('To pay $12.50').first()).toBeVisible();
  await page.evaluate(async (path) => {
    for (;;) {
      const kept = await (await caches.open('clubroom-door')).match(path);
      const worker = (await navigator.serviceWorker.getRegistration(path))?.active;
      if (kept && worker?.state === 'activated') return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }, '/admin/events/trip/door');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Mark Ana as paid' }).click();
  await expect(page.getByRole('button', { name: 'Mark Ana as paid' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect
    .poll(() => queryRows(club, `select paid_how from entries where key = 'ana'`)[0]?.['paid_how'])
    .toBe('cash');
  const makeLink = async () => {
    await page.getByRole('button', { name: 'Link for helpers' }).click();
    const url = await page
      .getByRole('dialog')
      .getByRole('link', { name: /\/door\// })
      .innerText();
    await page.getByRole('button', { name: 'Close' }).click();
    return url;
  };
  const helper = await (await browser.newContext()).newPage();
  await helper.goto(await makeLink());
  await expect(helper.getByRole('button', { name: 'Check in Ben' })).toBeVisible();
  await expect(helper.getByText('To pay $12.50')).toHaveCount(0);
  await page.getByLabel('Show payments to helpers').check();
  await helper.goto(await makeLink());
  await helper.getByRole('button', { name: 'Mark Ben as paid' }).click();
  await expect
    .poll(() => queryRows(club, `select paid_how from entries where key = 'ben'`)[0]?.['paid_how'])
    .toBe('cash');
});

test(
  'what is found for a bank statement is of the text that stands there',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, trip());
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByRole('button', { name: 'Match payments' }).click();
    const matching = page.getByRole('dialog', { name: 'Match payments' });
    const [isAsked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/payments/matches', async (route) => {
      isAsked.resolve();
      await mayAnswer.promise;
      await route.continue();
    });
    await matching.getByLabel('Bank statement').fill('20 Nov;hjklmnp3;12,50');
    await matching.getByRole('button', { name: 'Find references' }).click();
    await isAsked.promise;
    await matching.getByLabel('Bank statement').fill('20 Nov;nothing;1,00');
    const answered = page.waitForResponse('**/payments/matches');
    mayAnswer.resolve();
    await (await answered).finished();
    await matching.getByRole('button', { name: 'Find references' }).click();
    await expect(matching.getByText('0 found, 0 with another amount, 0 unknown')).toBeVisible();
    await expect(matching.getByText('1 found')).toHaveCount(0);
  },
);

test('a refund is taken back where its toast says so', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const { event, form, entry } = trip();
  const ana = { ...entry.tripform.ana, $state: 'cancelled', $paid: { on: '2026-11-20', how: 'cash', note: '' } };
  await importInto(club, { event, form, entry: { tripform: { ana } } });
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  const row = page.getByRole('row', { name: /Ana/ });
  await row.getByRole('button', { name: 'Actions for Ana' }).click();
  await page.getByRole('menuitem', { name: 'Mark as refunded' }).click();
  await expect(row).toContainText('Refunded');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('To refund');
  await expect(page.getByText('The payment is to be refunded again.')).toBeVisible();
});

test(
  'a transfer that comes too late for a place can be marked, and stands as to be refunded',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const { event, form, entry } = trip();
    const { ana, ben } = entry.tripform;
    await importInto(club, { event, form, entry: { tripform: { ana, ben: { ...ben, $state: 'cancelled' } } } });
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByRole('button', { name: 'Match payments' }).click();
    const matching = page.getByRole('dialog', { name: 'Match payments' });
    await matching.getByLabel('Bank statement').fill('20 Nov;HJKLMNP3;12,50');
    await matching.getByRole('button', { name: 'Find references' }).click();
    await expect(matching).toContainText('Nothing is to be paid any more: this will stand as ‘To refund’.');
    const box = matching.getByLabel('Ben, HJKLMNP3, $12.50');
    await expect(box).not.toBeChecked();
    await box.check();
    await matching.getByRole('button', { name: 'Mark 1 as paid' }).click();
    await page.getByRole('dialog', { name: 'Mark as paid' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'To refund 1' })).toBeVisible();
  },
);

test(
  'by keyboard, marking somebody as paid leaves the focus with them, in the list and at the door',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, trip());
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByRole('button', { name: 'Mark Ana as paid' }).press('Enter');
    await page.getByRole('dialog', { name: 'Mark as paid' }).getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Mark Ana as paid' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Actions for Ana' })).toBeFocused();

    await page.goto(`${club.url}/admin/events/trip/door`);
    await page.getByRole('button', { name: 'Mark Ben as paid' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Mark Ben as paid' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Check in Ben' })).toBeFocused();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('what is done with the ticked people stays in sight below the tabs', async ({ page, startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    await importInto(club, trip());
    await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
    await page.getByLabel('Select Ana').check();
    await page.evaluate(() => document.body.style.setProperty('padding-bottom', '150vh'));
    await page.getByLabel('Select Ana').evaluate((box) => scrollBy(0, box.getBoundingClientRect().top - 100));
    // Playwright presses only what nothing lies on, and would scroll what is out of sight.
    const before = await page.evaluate(() => scrollY);
    await page.getByRole('button', { name: 'Mark 1 as paid' }).click();
    await expect(page.getByRole('dialog', { name: 'Mark as paid' })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  test(
    'a finger that is a little beside the box of a response ticks it',
    { tag: '@long' },
    async ({ page, startClub }) => {
      const club = await startClub({ CLUB_EMPTY: '1' });
      await importInto(club, trip());
      await signIn(page, club, 'admin@localhost', '/admin/events/trip');
      const box = page.getByLabel('Select Ana');
      await box.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      // The browser itself leads a finger to the nearest box, some do not.
      await page.mouse.click(x + width / 2 + 16, y + height / 2);
      await expect(box).toBeChecked();
    },
  );
});
