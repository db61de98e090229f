import type { BrowserContext, Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test, type RunningClub } from './club.ts';
import { openDatabase } from './database.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;

/** An event of this evening with two places, which Ana and Zoë have; Ben waits, and Cleo has cancelled. */
function evening(): object {
  const datetime = { timeStartTimestamp: Date.now() - HOUR, timeEndTimestamp: Date.now() + 2 * HOUR };
  const signUp = (name: string, state: string, since: number) => ({
    name,
    email: `${name}@example.edu`,
    $state: state,
    $email: `${since}@example.edu`,
    $since: since,
  });
  return {
    event: { jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime } },
    form: { jamform: { fields: [], asksPerson: true, places: 2 } },
    entry: {
      jamform: {
        ana: signUp('Ana', 'going', 1),
        zoe: signUp('Zoë Ødegård', 'going', 2),
        ben: signUp('Ben', 'waiting', 3),
        cleo: signUp('Cleo', 'cancelled', 4),
      },
    },
  };
}

async function openClub(startClub: (env?: NodeJS.ProcessEnv) => Promise<RunningClub>, page: Page) {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, evening());
  await signIn(page, club, 'admin@localhost');
  return club;
}

/** Opened, and kept on the phone so that it opens again without a network. */
async function openDoor(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Door', level: 1 })).toBeVisible();
  await expect(page.getByText(/\d of \d came/)).toBeVisible();
  await page.evaluate(async (path) => {
    for (;;) {
      const kept = await (await caches.open('clubroom-door')).match(path);
      const worker = (await navigator.serviceWorker.getRegistration(path))?.active;
      if (kept && worker?.state === 'activated') return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }, new URL(url).pathname);
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Link for helpers' }).click();
  const link = page.getByRole('dialog').getByRole('link', { name: /\/door\// });
  const url = await link.innerText();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Link for helpers' })).toBeFocused();
  return url;
}

/** How many lists and actions are on the phone. */
function keptNames(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        const asked = indexedDB.open('clubroom-door');
        asked.onsuccess = () => {
          const all = asked.result.transaction(['lists', 'actions']);
          const [lists, actions] = [all.objectStore('lists').count(), all.objectStore('actions').count()];
          all.oncomplete = () => done([lists.result, actions.result]);
        };
      }),
  );
}

const checkIn = (page: Page, name: string) => page.getByRole('button', { name: `Check in ${name}` });
const undo = (page: Page, name: string) => page.getByRole('button', { name: `Undo ${name}` });

/** Whatever else is to be stored of what was done waits until the page is let go. */
async function holdStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(
    () =>
      new Promise<void>((held) => {
        const asked = indexedDB.open('clubroom-door');
        asked.onsuccess = () => {
          const actions = asked.result.transaction('actions', 'readwrite').objectStore('actions');
          const hold = () => {
            if (document.documentElement.dataset['free'] === undefined) actions.count().onsuccess = hold;
            else asked.result.close();
          };
          hold();
          held();
        };
      }),
  );
  return () =>
    page.evaluate(() => {
      document.documentElement.dataset['free'] = '';
    });
}

test(
  'what is done is said to wait for the network once it is stored on the phone',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await openClub(startClub, page);
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    await page.context().setOffline(true);
    const letGo = await holdStore(page);
    await checkIn(page, 'Ana').click();
    await expect(undo(page, 'Ana')).toBeVisible();
    await expect(page.getByText('No network')).toBeVisible();
    await letGo();
    await expect(page.getByText('1 waiting for the network')).toBeVisible();
    await page.reload();
    await expect(undo(page, 'Ana')).toBeVisible();
  },
);

test('two phones at the door, without a network and after a reload, agree afterwards', async ({
  page,
  browser,
  startClub,
}) => {
  const club = await openClub(startClub, page);
  await page.goto(`${club.url}/admin/events/jam`);
  await page.getByRole('link', { name: 'Door' }).click();
  await openDoor(page, `${club.url}/admin/events/jam/door`);
  await expect(page.getByText('0 of 2 came')).toBeVisible();
  await page.getByLabel('Find a name').fill('odeg');
  await expect(checkIn(page, 'Ana')).toHaveCount(0);
  // Whoever is checked in was found: the next one is looked for anew.
  await checkIn(page, 'Zoë Ødegård').click();
  await expect(page.getByLabel('Find a name')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo Zoë Ødegård' }).click();
  await expect(page.getByText('0 of 2 came')).toBeVisible();

  const phone: BrowserContext = await browser.newContext();
  const other = await phone.newPage();
  const link = await makeLink(page);
  await openDoor(other, link);
  await expect(other.getByText('On the waitlist')).toBeVisible();
  await expect(other.getByText('Cleo')).toHaveCount(0);
  for (const one of [page, other]) await expectNoAxeViolations(one, 'the door');

  // With a network, both agree at once.
  await checkIn(page, 'Zoë Ødegård').click();
  await expect(undo(other, 'Zoë Ødegård')).toBeVisible({ timeout: 2000 });
  await expect(other.getByText(/Came at \d\d:\d\d [AP]M/)).toBeVisible();
  await undo(other, 'Zoë Ødegård').click();
  await expect(checkIn(other, 'Zoë Ødegård')).toBeFocused();
  await expect(checkIn(page, 'Zoë Ødegård')).toBeVisible({ timeout: 2000 });

  // Without one, each goes on by itself.
  await page.context().setOffline(true);
  await phone.setOffline(true);
  await checkIn(page, 'Ana').click();
  await expect(page.getByText('waiting for the network', { exact: true })).toBeVisible();
  await checkIn(other, 'Ana').click();
  await checkIn(other, 'Ben').click();
  await expect(undo(other, 'Ben')).toBeVisible();
  await expect(other.getByLabel('Find a name')).toBeFocused();
  await expect(other.getByText('You are offline. What you see may be out of date.')).toBeHidden();
  await other.getByRole('button', { name: 'Add someone' }).click();
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(other.getByLabel('Name', { exact: true })).toBeFocused();
  await other.getByLabel('Name', { exact: true }).fill('Dan');
  await other.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(undo(other, 'Dan')).toBeInViewport();
  await expect(other.getByLabel('Find a name')).toBeFocused();
  await expect(other.getByText('3 waiting for the network')).toBeVisible();
  await other.reload();
  await expect(undo(other, 'Dan')).toBeVisible();
  await expect(other.getByText('3 of 4 came')).toBeVisible();
  await page.reload();
  await expect(undo(page, 'Ana')).toBeVisible();

  await page.context().setOffline(false);
  await phone.setOffline(false);
  for (const one of [page, other]) {
    await expect(one.getByText('3 of 4 came')).toBeVisible();
    await expect(one.getByText('waiting for the network')).toHaveCount(0);
    await expect(undo(one, 'Ana')).toHaveCount(1);
    await expect(undo(one, 'Dan')).toHaveCount(1);
  }

  // A stopped link closes the door on the helpers' phones, and leaves nothing there.
  await page.getByRole('button', { name: 'Stop the link' }).click();
  await expect(page.getByRole('button', { name: 'Link for helpers' })).toBeFocused();
  await expect(other.getByText('This link has ended.')).toBeVisible({ timeout: 2000 });
  // Its phone asks no more: a dozen of them would be taken for somebody who tries tokens.
  const asked = other.waitForRequest(/\/live\?door=|\/people$/, { timeout: 1500 });
  await expect(asked).rejects.toThrow('Timeout');
  await expect
    .poll(() => other.evaluate(async () => [await caches.keys(), await navigator.serviceWorker.getRegistrations()]))
    .toEqual([[], []]);
  expect(await keptNames(other)).toEqual([0, 0]);
  await phone.close();

  // So does signing out.
  expect(await keptNames(page)).toEqual([1, 0]);
  await page.goto(`${club.url}/auth/logout`);
  await expect.poll(() => keptNames(page)).toEqual([0, 0]);
});

test('by keyboard, one after the other is found and checked in, and Enter undoes nothing', async ({
  page,
  startClub,
}) => {
  const club = await openClub(startClub, page);
  await openDoor(page, `${club.url}/admin/events/jam/door`);
  await expect(page.getByLabel('Find a name')).toBeFocused();
  for (const [typed, name] of [
    ['odeg', 'Zoë Ødegård'],
    ['ana', 'Ana'],
  ] as const) {
    await page.keyboard.type(typed);
    await expect(page.getByRole('button', { name: /^Check in/ })).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(checkIn(page, name)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(undo(page, name)).toBeVisible();
    await expect(page.getByLabel('Find a name')).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('2 of 2 came')).toBeVisible();
  const [heading, tab] = [page.getByRole('heading', { level: 1 }), page.getByRole('link', { name: 'Home' }).last()];
  const leftOf = (one: typeof heading) => one.evaluate((element) => element.getBoundingClientRect().left);
  expect(await leftOf(heading)).toBeLessThan((await leftOf(tab)) + 40);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

  test('no keyboard comes up by itself', async ({ page, startClub }) => {
    const club = await openClub(startClub, page);
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    await expect(page.getByLabel('Find a name')).not.toBeFocused();
    await checkIn(page, 'Ana').tap();
    await expect(undo(page, 'Ana')).toBeVisible();
    await expect(page.getByLabel('Find a name')).not.toBeFocused();
  });
});

test(
  'what a phone did without a network outlives its link: an officer who signs in there sends it',
  { tag: '@long' },
  async ({ page, browser, startClub }) => {
    const club = await openClub(startClub, page);
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    const phone = await browser.newContext();
    const helper = await phone.newPage();
    const link = await makeLink(page);
    await openDoor(helper, link);
    await phone.setOffline(true);
    await checkIn(helper, 'Ana').click();
    await helper.getByRole('button', { name: 'Add someone' }).click();
    await helper.getByLabel('Name', { exact: true }).fill('Dan');
    await helper.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(helper.getByText('2 waiting for the network')).toBeVisible();
    await page.getByRole('button', { name: 'Stop the link' }).click();
    await expect(page.getByRole('button', { name: 'Link for helpers' })).toBeFocused();

    await phone.setOffline(false);
    await expect(helper.getByText('This link has ended.')).toBeVisible();
    await expect(helper.getByText('2 not sent: Ana, Dan (added)')).toBeVisible();
    expect(await keptNames(helper)).toEqual([0, 2]);
    await helper.reload();
    await expect(helper.getByText('This link leads to no door.')).toBeVisible();
    await expect(helper.getByText('2 not sent: Ana, Dan (added)')).toBeVisible();

    await signIn(helper, club, 'admin@localhost');
    await openDoor(helper, `${club.url}/admin/events/jam/door`);
    await expect(helper.getByText('2 not sent: Ana, Dan (added)')).toBeVisible();
    await helper.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(helper.getByText('2 of 3 came')).toBeVisible();
    await expect(page.getByText('2 of 3 came')).toBeVisible();
    await expect.poll(() => keptNames(helper)).toEqual([1, 0]);

    await page.goto(`${club.url}/home`);
    // A form that stops asking for names closes the door; once it asks again, what was done meanwhile is sent.
    await phone.setOffline(true);
    await checkIn(helper, 'Zoë Ødegård').click();
    await importInto(club, { form: { jamform: { fields: [] } } });
    await phone.setOffline(false);
    await expect(helper.getByText('1 not sent: Zoë Ødegård')).toBeVisible();
    await importInto(club, { form: { jamform: { fields: [], asksPerson: true, places: 2 } } });
    await openDoor(helper, `${club.url}/admin/events/jam/door`);
    await expect(helper.getByText('3 of 3 came')).toBeVisible();
    await phone.close();
  },
);

/** Neither in the phone's store nor by the door's page without a network; what was done there and not sent may stay. */
async function expectNoNames(page: Page, club: RunningClub, actions: number): Promise<void> {
  // The page may be on its way to another address.
  await expect(async () => {
    expect(await keptNames(page)).toEqual([0, actions]);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  }).toPass();
  const later = await page.context().newPage();
  await page.context().setOffline(true);
  await expect(later.goto(`${club.url}/admin/events/jam/door`)).rejects.toThrow('net::ERR_');
  await page.context().setOffline(false);
  await later.close();
}

test('a role that is revoked takes the names off a phone whose door is open', async ({
  page,
  startClub,
  complaints,
}) => {
  const club = await openClub(startClub, page);
  await openDoor(page, `${club.url}/admin/events/jam/door`);
  await club.command('revoke', 'admin@localhost');
  await expect(page).toHaveURL(`${club.url}/home`);
  await expectNoNames(page, club, 0);
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('403');
});

test(
  'a role that may handle no responses any more takes the names off a phone whose door is open',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openClub(startClub, page);
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    await club.command('grant', 'admin@localhost', '--role', 'editor');
    await expect(page.getByRole('heading', { name: 'Door', level: 1 })).toBeHidden();
    await expectNoNames(page, club, 0);
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('403');
  },
);

test(
  'the login takes the names of an ended session off the phone, and keeps what was not sent',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await openClub(startClub, page);
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    await page.context().setOffline(true);
    await checkIn(page, 'Ana').click();
    await expect(page.getByText('1 waiting for the network')).toBeVisible();
    const db = openDatabase(club);
    db.exec('delete from sessions');
    db.close();
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.goto(`${club.url}/auth/login`);
    await expectNoNames(page, club, 1);
    await signIn(page, club, 'admin@localhost');
    await openDoor(page, `${club.url}/admin/events/jam/door`);
    await expect(page.getByText('1 of 2 came')).toBeVisible();
    for (const complaint of complaints.splice(0)) expect(complaint).toContain('ERR_INTERNET_DISCONNECTED');
  },
);
