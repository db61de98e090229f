import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importInto } from './signing-in.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PICTURE = '/images/placeholder.svg';

const event = (title: string, start: number, given: object = {}) => ({
  title,
  location: 'Room 332',
  ...given,
  datetime: { timeStartTimestamp: Date.now() + start, timeEndTimestamp: Date.now() + start + 2 * HOUR },
});

const jam = (title: string) => ({
  event: {
    jam: event(title, 5 * HOUR + 12.5 * MINUTE),
    last: event('Last time', -50 * HOUR, { gallery: [{ name: 'a.svg', url: PICTURE }] }),
  },
});

/** Opened, and kept so that it opens without a network. */
async function openScreen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/screen`);
  await keptWith(page, '');
}

/** Until what is kept for want of a network says `text`. */
function keptWith(page: Page, text: string): Promise<void> {
  return page.evaluate(async (said) => {
    for (;;) {
      const kept = await (await caches.open('clubroom-screen')).match('/screen');
      const worker = (await navigator.serviceWorker.getRegistration('/screen'))?.active;
      if (worker?.state === 'activated' && (await kept?.text())?.includes(said)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }, text);
}

const next = (page: Page) => page.getByRole('heading', { level: 2 }).first();

test('a display follows changes, goes on without a network and after a reload, and is there again afterwards', async ({
  page,
  startClub,
}) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  await importInto(club, jam('Jam'));
  await page.setViewportSize({ width: 1280, height: 720 });
  await openScreen(page, club.url);
  await expect(next(page)).toHaveText('Jam');
  await expect(page.getByText(/^5 hours 1[123] minutes $/)).toBeVisible();
  await expect(page.getByAltText('Last time')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  await expectNoAxeViolations(page, 'the screen');

  await importInto(club, jam('Night of Games'));
  await expect(next(page)).toHaveText('Night of Games', { timeout: 4000 });
  await keptWith(page, 'Night of Games');

  await page.context().setOffline(true);
  await page.reload();
  await expect(next(page)).toHaveText('Night of Games');
  await expect(page.getByText(/^5 hours 1[123] minutes $/)).toBeVisible();
  const picture = page.getByAltText('Last time');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByText(/^As of /)).toBeVisible();

  await importInto(club, jam('Evening of Games'));
  await page.context().setOffline(false);
  await expect(next(page)).toHaveText('Evening of Games', { timeout: 10_000 });
  await expect(page.getByText(/^As of /)).toBeHidden();
});
