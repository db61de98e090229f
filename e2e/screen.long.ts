import type { CDPSession, Page } from '@playwright/test';
import { expect, test, type RunningClub } from './club.ts';
import { importInto } from './signing-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Wednesday; the club's clocks go forward on the Sunday after it, the 14th. */
const NOON = Date.parse('2027-03-10T12:00:00-05:00');
const evening = (day: number) => Date.parse(`2027-03-${day}T19:00:00-0${day < 14 ? 5 : 4}:00`);
const midnight = (day: number) => Date.parse(`2027-03-${day}T00:00:00-0${day < 15 ? 5 : 4}:00`);
const DAYS = [10, 11, 12, 13, 14, 15, 16];

function evenings(names: Record<number, string> = {}): object {
  const pictures = ['placeholder.svg', 'party-popper.svg', 'party-popper.png'];
  return {
    event: Object.fromEntries(
      [...DAYS, 17, 18, 19].map((day) => {
        const datetime = { timeStartTimestamp: evening(day), timeEndTimestamp: evening(day) + 2 * HOUR };
        return [`e${day}`, { title: names[day] ?? `Evening ${day}`, location: 'Room 332', datetime }];
      }),
    ),
    files: { homeSlideshow: pictures.map((name) => ({ name, url: `/images/${name}` })) },
  };
}

const next = (page: Page) => page.getByRole('heading', { level: 2 }).first();

interface Week {
  page: Page;
  club: RunningClub;
  isAway: boolean;
  /** What the display's clock is behind the server's. */
  behind: number;
}

/** The display's time is this test's; what the site says of its own is made to fit. */
async function open(page: Page, club: RunningClub): Promise<Week> {
  const week: Week = { page, club, isAway: false, behind: 0 };
  await page.clock.install({ time: NOON });
  await page.route('**/screen', async (route) => {
    if (week.isAway) return route.abort('internetdisconnected');
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const answer = await route.fetch();
    const time = (await page.evaluate(() => Date.now())) + week.behind;
    return route.fulfill({ response: answer, headers: { ...answer.headers(), date: new Date(time).toUTCString() } });
  });
  await page.goto(`${club.url}/screen`);
  const isCached = () => page.evaluate(async () => Boolean(await caches.match('/screen')));
  await expect.poll(isCached).toBe(true);
  return week;
}

async function setAway(week: Week, isAway: boolean): Promise<void> {
  week.isAway = isAway;
  await week.page.context().setOffline(isAway);
}

/** Through every quarter of an hour on the way, and a step further. */
async function goTo({ page }: Week, time: number): Promise<void> {
  for (;;) {
    const left = time - (await page.evaluate(() => Date.now()));
    if (left <= 0) break;
    await page.clock.fastForward(Math.min(left, 15 * MINUTE));
  }
  await page.clock.runFor(13_000);
}

async function measure(browser: CDPSession): Promise<Record<string, number>> {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

test('a week in a corner, over a change of the clocks', async ({ page, startClub, complaints }) => {
  test.setTimeout(3 * MINUTE);
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, evenings());
  const week = await open(page, club);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const measured: Record<string, number>[] = [];
  for (const day of DAYS) {
    await test.step(`March ${day}`, async () => {
      const title = day === 13 ? 'Night of Games' : `Evening ${day}`;
      await expect(next(page)).toHaveText(title);
      if (day === 11) await setAway(week, true);
      await goTo(week, evening(day) - 90_000);
      await expect(page.getByText(/^[12] minutes? $/)).toBeVisible();
      if (day === 11) await setAway(week, false);
      await goTo(week, evening(day) + MINUTE);
      await expect(next(page)).toHaveText(title);
      await expect(page.getByText('now', { exact: true })).toBeVisible();
      if (day === 12) {
        await setAway(week, true);
        await importInto(club, evenings({ 13: 'Night of Games' }));
      }
      await goTo(week, evening(day) + 2 * HOUR + MINUTE);
      if (day === 12) {
        await expect(next(page)).toHaveText('Evening 13');
        await setAway(week, false);
        await page.clock.runFor(15_000);
        await expect(next(page)).toHaveText('Night of Games');
      }
      await expect(page.getByText('Tomorrow').first()).toBeVisible();
      if (day === 13) await expect(page.getByText('20 hours 59 minutes')).toBeVisible();
      await goTo(week, midnight(day + 1) + MINUTE);
      await expect(page.getByText('Today').first()).toBeVisible();
      await expect(page.getByText(day === 13 ? '17 hours' : '18 hours')).toBeVisible();
      await page.clock.runFor(10 * MINUTE);
      measured.push(await measure(browser));
    });
  }
  const [first = {}, last = {}] = [measured[0], measured.at(-1)];
  for (const name of ['Nodes', 'JSEventListeners', 'JSHeapUsedSize'])
    expect((last[name] ?? Infinity) / (first[name] ?? 0), name).toBeLessThan(1.2);
  expect(await page.locator('img').count()).toBeLessThanOrEqual(4);

  // A display whose clock is three hours slow, that starts anew without a network.
  week.behind = 3 * HOUR;
  await expect(async () => {
    const answered = page.waitForResponse('**/screen');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await (await answered).finished();
    await page.clock.runFor(13_000);
    await expect(page.getByText(/^03:1\d AM$/)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: MINUTE });
  await setAway(week, true);
  await page.reload();
  await expect(next(page)).toHaveText('Evening 17');
  await expect(page.getByText(/^03:1\d AM$/)).toBeVisible();
  await expect(page.getByText(/^As of 03:1\d AM$/)).toBeVisible();
  // What could not be had without a network is meant to be told of; a page that was left asks for nothing more.
  await page.goto('about:blank');
  expect(complaints.filter((one) => !one.includes('ERR_'))).toEqual([]);
  complaints.length = 0;
});
