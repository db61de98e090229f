import { expect, test } from './club.ts';
import { importInto } from './signing-in.ts';

const DAY = 86_400_000;

/** So many past events, a day apart: 'Old event 1' was yesterday; `named` gives some another title. */
function pastEvents(count: number, named: Record<number, string> = {}): object {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const event = Object.fromEntries(
    numbers.map((number) => {
      const starts = Date.now() - number * DAY;
      const datetime = { timeStartTimestamp: starts, timeEndTimestamp: starts + 3_600_000 };
      return [`old-${number}`, { title: named[number] ?? `Old event ${number}`, datetime }];
    }),
  );
  return { event };
}

test('past events come by sixty; the way back finds them as long, and scrolled, as before', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, pastEvents(150));
  await page.goto(`${club.url}/events`);
  const cards = page.getByRole('region', { name: 'Past Events' }).getByRole('article');
  await page.getByRole('link', { name: 'Show past events' }).click();
  await expect(cards).toHaveCount(60);
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(cards).toHaveCount(120);

  const far = cards.filter({ hasText: 'Old event 100' });
  await far.click();
  await expect(page.getByRole('heading', { name: 'Old event 100', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(cards).toHaveCount(120);
  await expect(far).toBeInViewport();
});

test('a change reaches the further page too, and shows none twice', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, pastEvents(150));
  await page.goto(`${club.url}/events`);
  const cards = page.getByRole('region', { name: 'Past Events' }).getByRole('article');
  await page.getByRole('link', { name: 'Show past events' }).click();
  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(cards).toHaveCount(120);

  await importInto(club, pastEvents(150, { 100: 'Renamed event' }));
  await expect(cards.filter({ hasText: 'Renamed event' })).toHaveCount(1);
  await expect(cards).toHaveCount(120);
});

test('a search and a year lead to events of long ago, and back again', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, pastEvents(900, { 800: 'Ancient Chess' }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${club.url}/events`);
  const past = page.getByRole('region', { name: 'Past Events' });
  const search = page.getByRole('searchbox', { name: 'Search events' });
  await search.fill('chess ancient');
  await search.press('Enter');
  await expect(past.getByRole('article')).toHaveCount(1);
  await expect(past.getByRole('link', { name: 'Ancient Chess' })).toBeInViewport();
  await expect(page.getByRole('status').filter({ hasText: '1 event found' })).toBeAttached();
  await page.getByRole('link', { name: 'Show all events' }).click();
  await expect(past.getByRole('article')).toHaveCount(60);
  await expect(search).toHaveValue('');

  const year = new Date(Date.now() - 800 * DAY).getUTCFullYear();
  await past
    .getByRole('navigation', { name: 'Years' })
    .getByRole('link', { name: String(year) })
    .click();
  await expect(past.getByRole('heading', { level: 3 }).first()).toHaveText(String(year));
  await expect(past.getByRole('article')).toHaveCount(60);
  await page.goBack();
  await expect(past.getByRole('heading', { level: 3 }).first()).not.toHaveText(String(year));
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });
    test('a search finds what is to come first', async ({ page, startClub }) => {
      const club = await startClub({ CLUB_EMPTY: '1' });
      const starts = Date.now() + 3 * DAY;
      const coming = { title: 'Chess Opening', datetime: { timeStartTimestamp: starts, timeEndTimestamp: starts } };
      await importInto(club, pastEvents(3, { 2: 'Chess Night' }));
      await importInto(club, { event: { coming } });
      await page.goto(`${club.url}/events`);
      const search = page.getByRole('searchbox', { name: 'Search events' });
      await search.fill('chess');
      await search.press('Enter');
      await expect(page).toHaveURL(/q=chess/);
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Chess Opening', 'Chess Night']);
      await expect(page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article')).toHaveCount(1);
      await expect(page.getByText('2 events found for ‘chess’.')).toBeVisible();
      await search.fill('opening');
      await search.press('Enter');
      await expect(page.getByText('1 event found for ‘opening’.')).toBeVisible();
      await expect(page.getByText(/No past/)).toBeHidden();
      await search.fill('nothing');
      await search.press('Enter');
      await expect(page.getByText('No events found for ‘nothing’.')).toBeVisible();
    });
  });

test('on a phone events are rows', { tag: '@long' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${club.url}/events`);
  const rows = page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article');
  const first = await rows.first().boundingBox();
  expect(first?.height).toBeLessThan(180);
  // All of it leads to the event, but for the place.
  await rows.first().click({ position: { x: 20, y: 20 } });
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
});

test(
  'past events that cannot be loaded say so in their own place, and come with another try',
  { tag: '@long' },
  async ({ page, club, complaints }) => {
    let isAway = true;
    await page.route('**/past-events.data*', (route) =>
      isAway ? route.fulfill({ status: 503, body: '' }) : route.continue(),
    );
    await page.goto(`${club.url}/events`);
    const past = page.getByRole('region', { name: 'Past Events' });
    await page.getByRole('link', { name: 'Show past events' }).click();
    await expect(past.getByRole('alert')).toHaveText(/^The past events could not be loaded/);
    await expect(page.getByRole('region', { name: 'Upcoming Events' }).getByRole('article').first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: 'Show past events' })).toBeVisible();
    await page.getByRole('link', { name: 'Show past events' }).click();
    await expect(past.getByRole('alert')).toBeVisible();
    isAway = false;
    const retry = past.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeFocused();
    await retry.click();
    await expect(past.getByRole('article').first()).toBeVisible();
    complaints.length = 0;
  },
);
