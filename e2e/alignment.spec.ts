import type { Locator } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { openDatabase } from './database.ts';
import { importInto, signIn } from './signing-in.ts';
import { tokenHash } from '../app/domain/tokens.ts';

const DAY = 86_400_000;
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(part: Locator): Promise<Box> {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return box;
}

/** A trip that two have a place for; Ben, whose name is long, has paid. */
function trip() {
  const datetime = { timeStartTimestamp: Date.now() + 9 * DAY, timeEndTimestamp: Date.now() + 9 * DAY + 3_600_000 };
  const signUp = (name: string, reference: string, since: number) => {
    const email = `${reference.toLowerCase()}@example.edu`;
    return { name, email, $state: 'going', $email: email, $since: since, $owes: 12.5, $reference: reference };
  };
  const paid = { on: '2026-11-25', how: 'cash', note: '' };
  return {
    event: { trip: { title: 'Trip', location: 'Room 332', formId: 'tripform', datetime } },
    form: { tripform: { asksPerson: true, places: 3, price: 12.5, howToPay: 'In cash.\n\n'.repeat(12) } },
    entry: {
      tripform: { ana: signUp('Ana', 'ABCDEFG2', 1), ben: { ...signUp(LONG_NAME, 'HJKLMNP3', 2), $paid: paid } },
    },
  };
}

/** Ana's own page is at /sign-ups/ana. */
function giveLink(club: RunningClub, state = 'going'): void {
  const database = openDatabase(club);
  database.prepare("update entries set state = ? where key = 'ana'").run(state);
  database
    .prepare('insert into sign_up_links (token_hash, form_id, entry_key, created_at, mailed) values (?, ?, ?, 0, 1)')
    .run(tokenHash('ana'), 'tripform', 'ana');
  database.close();
}

test('the code for the door fills its part of the ticket, and its words stand right below it', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  giveLink(club);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${club.url}/sign-ups/ana`);
  const code = await boxOf(page.getByAltText('Code for the door'));
  const words = await boxOf(page.getByText('Show this at the door'));
  const stub = await boxOf(page.getByRole('figure'));
  expect(words.y - (code.y + code.height)).toBeLessThan(16);
  expect(stub.width - code.width).toBeLessThan(64);
  // A heading belongs to what stands below it.
  const heading = await boxOf(page.getByRole('heading', { name: 'How to pay' }));
  const reference = await boxOf(page.getByText(/^Reference:/));
  expect(heading.y - (reference.y + reference.height)).toBeGreaterThan(12);
});

test('whoever has to confirm sees the button before the answers, on a phone at first glance', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const { event } = trip();
  const fields = ['diet', 'why', 'phone'].map((name) => ({ name, description: `Your ${name}`, type: 'text' }));
  const ana = { name: 'Ana', email: 'ana@example.edu', $state: 'going', $email: 'ana@example.edu', $since: Date.now() };
  await importInto(club, {
    event,
    form: { tripform: { asksPerson: true, places: 3, confirms: true, fields } },
    entry: { tripform: { ana: { ...ana, diet: 'Vegan', why: 'To see it', phone: '12345' } } },
  });
  giveLink(club, 'unconfirmed');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${club.url}/sign-ups/ana`);
  const button = await boxOf(page.getByRole('button', { name: 'Confirm my sign-up' }));
  const answer = await boxOf(page.getByText('Your diet'));
  expect(button.y + button.height).toBeLessThan(answer.y);
  expect(button.y + button.height).toBeLessThan(844);
});

test('a membership card has the same margin on both sides of its code', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const payments = [{ on: '2026-09-01', until: '2999-08-31', how: 'cash', note: '' }];
  await importInto(club, { member: { ana: { name: 'Ana', email: 'ana@example.edu', since: '2026-09-01', payments } } });
  const database = openDatabase(club);
  database
    .prepare('insert into member_links (token_hash, member_key, created_at) values (?, ?, 0)')
    .run(tokenHash('ana'), 'ana');
  database.close();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${club.url}/members/ana`);
    const card = await boxOf(page.getByRole('article'));
    const code = await boxOf(page.getByAltText('Code for the door'));
    const [left, right] = [code.x - card.x, card.x + card.width - code.x - code.width];
    expect(Math.abs(left - right), `at ${width} px`).toBeLessThanOrEqual(1);
  }
});

test('a day of payment stays on one line beside a long name', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, club, 'admin@localhost', '/admin/events/trip/payments');
  const day = page.getByText('Nov 25, 2026, Cash');
  const rows = await day.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(rows).toBe(1);
});

test('on a phone the buttons of a short link stand below it, whether they would fit beside it or not', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, {
    link: {
      short: { slug: 'a', url: 'https://example.org/a', order: 1 },
      long: { slug: 'a-longer-address', url: 'https://example.org/b', order: 2 },
    },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, club, 'admin@localhost', '/admin/links');
  for (const slug of ['a', 'a-longer-address']) {
    const address = await boxOf(page.getByText(`/go/${slug}`, { exact: true }));
    const button = await boxOf(page.getByRole('button', { name: `Copy link of /go/${slug}`, exact: true }));
    expect(button.y, slug).toBeGreaterThanOrEqual(address.y + address.height);
  }
});

test('on a phone the links to other months stay where they are, however long the name of a month', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await page.setViewportSize({ width: 390, height: 844 });
  const placeIn = async (month: string) => {
    await page.goto(`${club.url}/events?view=month&month=${month}`);
    return boxOf(page.getByRole('link', { name: 'Today' }));
  };
  const inMarch = await placeIn('2027-03');
  const inSeptember = await placeIn('2027-09');
  expect(inMarch.y).toBe(inSeptember.y);
});

test('an empty address is not sent, and the field says what is missing', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  // The scripts begin a little after the page has loaded.
  const alive = page.waitForRequest(/\/live/);
  await page.goto(`${club.url}/membership`);
  await alive;
  await page.getByLabel('Email').press('Enter');
  await expect(page.getByText('Please enter your email address.')).toBeVisible();
  await page.getByLabel('Email').fill('ana');
  await expect(page.getByText('Please enter your email address.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not an email address.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('ana@example.edu');
  await page.keyboard.press('Enter');
  await expect(page.getByText('If this address belongs to a member, we have sent its card.')).toBeVisible();
});

test('what stands in one column of the admin area has one edge', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, {
    event: { talk: { title: 'Talk', formId: 'talkform' } },
    form: { talkform: { asksPerson: true } },
    food: { tea: { name: 'Tea', section: 'Drink', price: 12.5 } },
    user: { bo: { name: 'Bo', email: 'bo@example.edu', role: 'committee' } },
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const endOf = async (part: Locator) =>
    part.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      return Math.round(words.getBoundingClientRect().right);
    });
  await signIn(page, club, 'admin@localhost', '/admin/food');
  const price = page.getByRole('columnheader', { name: 'Price' });
  expect(await endOf(page.getByText('$12.50'))).toBe(await endOf(price));

  await page.goto(`${club.url}/admin/events/talk/door`);
  const find = await boxOf(page.getByLabel('Find a name'));
  const nobody = await boxOf(page.getByText('Nobody has signed up yet.'));
  expect(nobody.x + nobody.width).toBeLessThanOrEqual(find.x + find.width);

  await page.goto(`${club.url}/admin/people`);
  const role = await boxOf(page.getByLabel('Role of Bo'));
  const committees = await boxOf(page.getByRole('button', { name: 'Committees of Bo' }));
  const gaps = [committees.x - (role.x + role.width), committees.y - (role.y + role.height)];
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(4);
});

test('the way to an event’s payments does not look like the end of its title', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, trip());
  await signIn(page, club, 'admin@localhost', '/admin/events');
  const title = page.getByRole('link', { name: 'Trip', exact: true });
  const payments = page.getByRole('link', { name: 'Payments of Trip' });
  const weightOf = async (link: Locator) => link.evaluate((element) => getComputedStyle(element).fontWeight);
  const [one, other] = [await boxOf(title), await boxOf(payments)];
  expect(other.x - (one.x + one.width)).toBeGreaterThanOrEqual(8);
  expect(await weightOf(payments)).not.toBe(await weightOf(title));
});
