import type { Page } from '@playwright/test';
import { openMailServer } from '../test/mail-server.ts';
import { findPart } from '../test/read-mail.ts';
import { expectNoAxeViolations, expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { openAdd, openEvents } from './event-dialog.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

function entry(name: string, $ticket: string) {
  const email = `${name.toLowerCase()}@example.edu`;
  return { $state: 'entered', $email: email, $ticket, name, email };
}

/** An event in two days, whose two places are drawn at `closes`. */
function drawn(closes: number, entries: Record<string, object> = {}) {
  const datetime = { timeStartTimestamp: Date.now() + 48 * HOUR, timeEndTimestamp: Date.now() + 50 * HOUR };
  return {
    event: { jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places: 2, draw: true, closes } },
    entry: { jamform: entries },
  };
}

const PEOPLE = {
  a: entry('Ana', 'AAAA2222'),
  b: entry('Ben', 'BBBB3333'),
  c: entry('Cleo', 'CCCC4444'),
};

const RESULT = 'We will email you the result. Whoever gets no place is on the waitlist.';
const RIGHT = 'The order is what the secret makes of the tickets.';

test('somebody enters on a phone, the places are drawn, and the browser computes the same', async ({
  page,
  startClub,
}) => {
  const mails = await openMailServer();
  const club = await startClub({ CLUB_EMPTY: '1', SMTP_URL: mails.url });
  await importInto(club, drawn(Date.now() + HOUR, PEOPLE));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${club.url}/events/jam`);
  await expect(page.getByText(/^Places are drawn on .*\. When you sign up makes no difference\.$/)).toBeVisible();
  await expect(page.getByText(/places left/)).toBeHidden();
  // The moment is said once, and what happens then.
  await expect(page.getByText(/^Sign-up closes/)).toBeHidden();
  await expect(page.getByText(RESULT)).toBeVisible();
  await page.getByLabel('Name (*)').fill('Dora');
  await page.getByLabel('Email (*)').fill('dora@example.edu');
  const sending = page.waitForRequest((request) => request.url().includes('/api/entries/'));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const { ticket: half } = (await sending).postDataJSON();
  await expect(page.getByText('The link goes to dora@example.edu.')).toBeVisible();

  const [confirming] = await mails.waitFor(1);
  const text = (confirming && findPart(confirming.mail, 'text/plain')?.content) ?? '';
  await page.goto(/\S+\/sign-ups\/[\w-]+/.exec(text)?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm my sign-up' }).click();
  const state = page.getByText(/^You are in the draw\. Your ticket: [A-Z0-9]{8}\.$/);
  await expect(state).toBeVisible();
  await expect(page.getByText(/^Places are drawn on /)).toBeVisible();
  await expect(page.getByText(RESULT)).toBeVisible();
  const ticket = /ticket: (\w+)/.exec((await state.textContent()) ?? '')?.[1] ?? '';
  expect(half).toMatch(/^[A-Z0-9]{4}$/);
  expect(ticket.startsWith(half)).toBe(true);

  await page.getByRole('link', { name: 'See the draw' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The draw: Jam');
  await expect(page.getByText(`Your ticket: ${ticket}`)).toBeVisible();
  const fingerprint = await page.locator('code').first().textContent();
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  await expect(page.getByText('AAAA2222')).toBeHidden();
  await expectNoAxeViolations(page);

  await importInto(club, { form: drawn(Date.now() - 1).form });
  // The open page follows by itself.
  await expect(page.getByRole('heading', { name: 'All tickets in order' })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('This device was shown the same fingerprint before.')).toBeVisible();
  await expect(page.locator('code').first()).toHaveText(fingerprint ?? '');
  await expect(page.getByRole('listitem').filter({ hasText: /has a place|waits/ })).toHaveCount(4);
  await expect(page.getByRole('listitem').filter({ hasText: 'yours' })).toContainText(ticket);
  await page.getByRole('button', { name: 'Recompute' }).press('Enter');
  await expect(page.getByText(RIGHT)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Recompute' })).toBeFocused();
  await page.getByLabel('Find a ticket').fill('aaaa 2222');
  await expect(page.getByText(/^AAAA2222 is number \d: (has a place|waits)\./)).toBeVisible();
  await page.getByLabel('Find a ticket').fill('ZZZZ9999');
  await expect(page.getByText('ZZZZ9999 was not in the draw.')).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoOverflow(page, 390);
  await mails.close();
});

test('what a page was made to show wrongly is found, line by line', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const more = Array.from({ length: 20 }, (_none, at) => [`m${at}`, entry(`Person${at}`, `MORE22${at + 10}`)]);
  await importInto(club, drawn(Date.now() - 1, { ...PEOPLE, ...Object.fromEntries(more) }));
  const told = async () => (await (await page.request.get(`${club.url}/events/jam/draw.json`)).json()).state;
  await expect.poll(told, { timeout: 30_000 }).toBe('drawn');
  await page.goto(`${club.url}/events/jam/draw`);
  await page.getByRole('button', { name: 'Recompute' }).click();
  await expect(page.getByText(RIGHT)).toBeVisible();
  // As a site would that gave the first place to a friend.
  await page.route(/draw\.data/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('BBBB3333', 'FRIEND22') });
  });
  await page.getByRole('link', { name: 'See the event' }).click();
  await page.getByRole('link', { name: 'See the draw' }).click();
  await expect(page.getByText('FRIEND22').first()).toBeVisible();
  await page.getByRole('button', { name: 'Recompute' }).click();
  await expect(page.getByText(/^Line \d+ is wrong: /)).toBeVisible();
});

test('an officer chooses a draw where the places are set, and sees who entered', async ({ page, startClub }) => {
  const club = await openEvents(page, startClub);
  await importInto(club, drawn(Date.now() + HOUR, PEOPLE));
  const dialog = await openAdd(page);
  await dialog.getByLabel('Title').fill('Raffle');
  await dialog.getByLabel('Ask for name and e-mail').check({ force: true });
  await dialog.getByLabel('How places are given').selectOption('By a draw');
  await expect(dialog.getByText(/Fair to those who cannot be there when sign-up opens/)).toBeVisible();
  await expect(dialog.getByLabel('Confirm the address')).toBeChecked();
  await expect(dialog.getByLabel('Confirm the address')).toBeDisabled();
  await expect(dialog.getByText(/^Leave empty (for no limit|to close when)/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog.getByText('A draw needs a number of places. Please enter how many there are')).toBeVisible();
  await expect(dialog.getByText('Places are drawn when sign-up closes. Please enter when that is')).toBeVisible();

  await page.goto(`${club.url}/admin/events/jam`);
  await expect(page.getByText('3 in the draw for 2 places')).toBeVisible();
  await expect(page.getByText('In the draw', { exact: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Actions for Ben' }).click();
  await expect(page.getByRole('menuitem', { name: 'Give a place' })).toBeHidden();
  await page.getByRole('menuitem', { name: 'Cancel sign-up' }).click();
  await page.getByRole('button', { name: 'Cancel sign-up' }).last().click();
  await expect(page.getByText('2 in the draw for 2 places')).toBeVisible();
});

test('a table of responses that had room scrolls in itself once the window is narrower', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, drawn(Date.now() + HOUR, PEOPLE));
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, club, 'admin@localhost', '/admin/events/jam');
  const table = page.getByRole('group', { name: 'Responses' });
  await expect(table).not.toHaveAttribute('tabindex');
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(table).toHaveAttribute('tabindex', '0');
  await expectNoOverflow(page, 390);
});

test(
  'an officer’s menu that is opened before the page is alive has its items, and no live update closes it',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openEvents(page, startClub);
    const { a, b, c } = PEOPLE;
    await importInto(club, drawn(Date.now() + HOUR, { a, b }));
    const { promise: scripts, resolve: letThrough } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts;
      await route.continue();
    });
    await page.goto(`${club.url}/admin/events/jam`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Actions for Ben' }).click();
    await expect(page.getByRole('menu', { name: 'Actions for Ben' })).toBeVisible();
    letThrough();
    const item = page.getByRole('menuitem', { name: 'Cancel sign-up' });
    await expect(item).toBeVisible();
    await importInto(club, drawn(Date.now() + HOUR, { c }));
    await expect(page.getByText('3 in the draw for 2 places')).toBeVisible();
    await expect(page.getByText('In the draw', { exact: true })).toHaveCount(3);
    await item.click();
    await expect(page.getByRole('dialog', { name: 'Cancel this sign-up?' })).toBeVisible();
  },
);

test('without JavaScript the draw can be read', { tag: '@long' }, async ({ browser, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, drawn(Date.now() - 1, PEOPLE));
  const page: Page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await expect
    .poll(async () => {
      await page.goto(`${club.url}/events/jam/draw`);
      return page
        .getByRole('listitem')
        .filter({ hasText: /has a place|waits/ })
        .count();
    })
    .toBe(3);
  await expect(page.locator('noscript p').filter({ hasText: 'The lines below do the same.' })).toBeVisible();
  await page.context().close();
});
