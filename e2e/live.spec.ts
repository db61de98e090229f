import type { Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { importInto } from './signing-in.ts';

/** "within two seconds", and what a busy machine adds. */
const SOON = { timeout: 4000 };

/** The one event of a club of its own, next year, with a form that asks for a name. */
const KEY = 'game-night';
const FIELDS = [{ name: 'abcdefghij', type: 'text', description: 'Name', required: true }];

function eventNamed(title: string): object {
  const starts = Date.now() + 365 * 86_400_000;
  const datetime = { timeStartTimestamp: starts, timeEndTimestamp: starts + 7_200_000 };
  return { event: { [KEY]: { title, location: 'Room 332', description: 'Games.', formId: 'gameform01', datetime } } };
}

/** A site with that event alone. */
async function startWithEvent(startClub: StartClub): Promise<RunningClub> {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, { ...eventNamed('Game Night'), form: { gameform01: { fields: FIELDS } } });
  return club;
}

type StartClub = (env: NodeJS.ProcessEnv) => Promise<RunningClub>;

function rename(club: RunningClub, title: string): Promise<void> {
  return importInto(club, eventNamed(title));
}

/** Marks the page, so that a reload can be told from an update. */
function mark(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.set(window, 'marked', true));
}

async function expectNoReload(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
}

/** Counts the requests for /live that these pages have made. */
function countStreams(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/live') count++;
  });
  return () => count;
}

/** Has the page believe that its tab was brought to the front, or left for another. */
async function showTab(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !isShown);
}

test('an open list shows a change by itself', async ({ page, startClub }) => {
  const club = await startWithEvent(startClub);
  await page.goto(`${club.url}/events`);
  await mark(page);
  await rename(club, 'Renamed Night');
  await expect(page.getByRole('heading', { name: 'Renamed Night' })).toBeVisible(SOON);
  await expectNoReload(page);
});

test(
  'what was asked for ahead is shown without asking again, unless it has changed',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startWithEvent(startClub);
    const other = await context.newPage();
    await other.goto(`${club.url}/events`);
    await page.goto(`${club.url}/contact`);
    await page.waitForLoadState('networkidle');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' });
    const arrived = page.waitForResponse(/\/events\.data/);
    await link.hover();
    await (await arrived).finished();
    await page.route('**/*.data*', (route) => route.abort());
    await link.click();
    await expect(page.getByRole('heading', { name: 'Game Night' })).toBeVisible();

    await page.unrouteAll();
    await page.getByRole('link', { name: 'Contact' }).first().click();
    await expect(page).toHaveURL(/\/contact$/);
    const again = page.waitForResponse(/\/events\.data/);
    await link.hover();
    await (await again).finished();
    await rename(club, 'Renamed Night');
    // All pages of a browser hear of it together.
    await expect(other.getByRole('heading', { name: 'Renamed Night' })).toBeVisible();
    await link.click();
    await expect(page.getByRole('heading', { name: 'Renamed Night' })).toBeVisible();
  },
);

test(
  'a page that was on its way while it changed is shown as it is now',
  { tag: '@long' },
  async ({ page, context, startClub }) => {
    const club = await startWithEvent(startClub);
    const other = await context.newPage();
    await other.goto(`${club.url}/events`);
    await page.goto(`${club.url}/contact`);
    await page.waitForLoadState('networkidle');
    let isHeld = false;
    await page.route('**/events.data*', async (route) => {
      if (route.request().headers()['sec-purpose']) return route.abort();
      if (isHeld) return route.continue();
      isHeld = true;
      const response = await route.fetch();
      await rename(club, 'Renamed Night');
      // All pages of a browser hear of it together.
      await expect(other.getByRole('heading', { name: 'Renamed Night' })).toBeVisible();
      return route.fulfill({ response });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Events' }).click();
    await expect(page.getByRole('heading', { name: 'Renamed Night' })).toBeVisible(SOON);
  },
);

/** Gives the page's scripts `tell`, which tells its stream that these topics have changed. */
async function addTell(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const streams: EventSource[] = [];
    window.EventSource = class extends EventSource {
      constructor(address: string | URL) {
        super(address);
        streams.push(this);
      }
    };
    Reflect.set(window, 'tell', (...topics: string[]) => {
      const data = JSON.stringify(topics);
      for (const stream of streams) stream.dispatchEvent(new MessageEvent('missed', { data }));
    });
  });
}

test(
  'a change that is told while somebody points at a link leaves its page asked for ahead',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startWithEvent(startClub);
    await addTell(page);
    const streaming = page.waitForRequest(/\/live/);
    await page.goto(`${club.url}/contact`);
    await streaming;
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' });
    await link.evaluate((element) => {
      const tell = () => {
        Reflect.apply(Reflect.get(window, 'tell'), undefined, ['*']);
        // The page asks again a little before it would ask ahead.
        for (const start = performance.now(); performance.now() - start < 60;);
      };
      element.addEventListener('pointerover', tell, { once: true });
    });
    const ahead = page.waitForRequest(/\/events\.data/);
    const again = page.waitForRequest(/\/contact\.data/);
    await link.hover();
    await Promise.all([ahead, again]);
  },
);

test(
  'a change that is told while a page asked for ahead is drawn is asked for',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startWithEvent(startClub);
    await addTell(page);
    await page.addInitScript(() => {
      const push = history.pushState.bind(history);
      history.pushState = (...given) => {
        push(...given);
        Reflect.apply(Reflect.get(window, 'tell'), undefined, ['event']);
      };
    });
    const streaming = page.waitForRequest(/\/live/);
    await page.goto(`${club.url}/contact`);
    await streaming;
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' });
    const arrived = page.waitForResponse(/\/events\.data/);
    await link.hover();
    await (await arrived).finished();
    const again = page.waitForRequest(/\/events\.data/);
    await link.click();
    await again;
    await expect(page.getByRole('heading', { name: 'Game Night' })).toBeVisible();
  },
);

for (const way of ['by its address', 'from its card'] as const) {
  test(
    `an event opened ${way} shows a change without losing what is being typed`,
    { tag: way === 'from its card' ? [] : '@long' },
    async ({ page, startClub }) => {
      const club = await startWithEvent(startClub);
      await page.goto(way === 'from its card' ? `${club.url}/events` : `${club.url}/events/${KEY}`);
      if (way === 'from its card')
        await page
          .getByRole('link', { name: /Game Night/ })
          .first()
          .click();
      const name = page.getByLabel('Name (*)');
      await name.fill('Ada Lovel');
      await mark(page);
      await rename(club, 'Renamed Night');
      await expect(page.getByRole('heading', { name: 'Renamed Night', level: 1 })).toBeVisible(SOON);
      await expect(name).toHaveValue('Ada Lovel');
      await expect(name).toBeFocused();
      await name.pressSequentially('ace');
      await rename(club, 'Renamed Again');
      await expect(page.getByRole('heading', { name: 'Renamed Again', level: 1 })).toBeVisible(SOON);
      await expect(name).toHaveValue('Ada Lovelace');
      await expectNoReload(page);
    },
  );
}

test('the tabs of a browser share one stream, and go on when the one that holds it is closed', async ({
  context,
  startClub,
}) => {
  const club = await startWithEvent(startClub);
  const [first, second] = [await context.newPage(), await context.newPage()];
  const [firstStreams, secondStreams] = [countStreams(first), countStreams(second)];
  await first.goto(`${club.url}/events`);
  await expect.poll(firstStreams).toBe(1);
  await second.goto(`${club.url}/events`);
  await rename(club, 'Renamed Night');
  for (const tab of [first, second]) {
    await expect(tab.getByRole('heading', { name: 'Renamed Night' })).toBeVisible(SOON);
  }
  expect([firstStreams(), secondStreams()]).toEqual([1, 0]);
  await first.close();
  await expect.poll(secondStreams).toBe(1);
  await rename(club, 'Renamed Again');
  await expect(second.getByRole('heading', { name: 'Renamed Again' })).toBeVisible(SOON);
  await second.close();
});

test(
  'a tab that was hidden for long lets go of its stream, and catches up when it is shown again',
  { tag: '@long' },
  async ({ page, startClub }) => {
    const club = await startWithEvent(startClub);
    await page.clock.install();
    const streams = countStreams(page);
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/live'));
    await page.goto(`${club.url}/events`);
    await page.clock.runFor(3000);
    await expect.poll(streams).toBe(1);
    await mark(page);
    await showTab(page, false);
    await page.clock.runFor(5 * 60_000 + 1000);
    await closed;
    await rename(club, 'Renamed Meanwhile');
    await expect(page.getByRole('heading', { name: 'Game Night' })).toBeVisible();
    await showTab(page, true);
    await page.clock.runFor(3000);
    await expect(page.getByRole('heading', { name: 'Renamed Meanwhile' })).toBeVisible(SOON);
    await expect.poll(streams).toBe(2);
    await rename(club, 'Renamed Again');
    await page.clock.runFor(3000);
    await expect(page.getByRole('heading', { name: 'Renamed Again' })).toBeVisible(SOON);
    await expectNoReload(page);
  },
);

test(
  'a page whose site was away has what changed meanwhile once it is back, and keeps what was typed',
  { tag: '@long' },
  async ({ page, startClub, complaints }) => {
    const club = await startWithEvent(startClub);
    const streams = countStreams(page);
    await page.goto(`${club.url}/events/${KEY}`);
    await expect.poll(streams).toBeGreaterThan(0);
    const name = page.getByLabel('Name (*)');
    await name.fill('Ada');
    await mark(page);
    // Whatever the page asks for finds nobody there.
    await page.route(/./, (route) => route.abort('connectionrefused'));
    await rename(club, 'Lost Meanwhile');
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow')));
    const tries = streams();
    await expect.poll(streams).toBeGreaterThan(tries);
    await expect(page.getByRole('heading', { name: 'Game Night', level: 1 })).toBeVisible();
    await expect(name).toHaveValue('Ada');
    await page.unroute(/./);
    await expect(page.getByRole('heading', { name: 'Lost Meanwhile', level: 1 })).toBeVisible({ timeout: 15_000 });
    await expect(name).toHaveValue('Ada');
    await expectNoReload(page);
    complaints.length = 0;
  },
);
