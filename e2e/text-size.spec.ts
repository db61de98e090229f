import type { Page } from '@playwright/test';
import { ADMIN_SCREENS } from './admin-states.ts';
import { expectNoOverflow } from './axe.ts';
import { expect, test } from './club.ts';
import { MISSING, SCREENS } from './public-screens.ts';
import { signIn } from './signing-in.ts';

const EVENT = '-Og3_FzbKm8ab0ftOR13';
const PUBLIC = [...SCREENS.filter((path) => path !== MISSING), `/events/${EVENT}`];
/** With a door. */
const GAME_NIGHT = '-Ofz9T4KdK2vYI12T1Qk';
const OF_AN_EVENT = ['', '/announce', '/door'].map((path) => `/admin/events/${GAME_NIGHT}${path}`);
const WIDTHS = [390, 320];

async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

async function expectToFit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await enlargeText(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoOverflow(page, width, new URL(url).pathname);
  }
}

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('with text of twice the size no public screen is wider than a phone', async ({ page, club }) => {
  for (const path of PUBLIC) await expectToFit(page, club.url + path);
});

test('with text of twice the size no screen of the admin area is wider than a phone', async ({ page, club }) => {
  await signIn(page, club, 'admin@localhost');
  for (const path of [...ADMIN_SCREENS, '/admin/people', ...OF_AN_EVENT]) await expectToFit(page, club.url + path);
});

test('with text of twice the size names stay whole, and the bar leaves the page its room', async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`${club.url}/team`);
  await enlargeText(page);
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar?.height).toBeLessThan(640 / 6);
  const broken = await page.getByRole('heading').evaluateAll((headings) =>
    headings.flatMap((heading) => {
      const text = heading.querySelector('button')?.firstChild ?? heading.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
      });
    }),
  );
  expect(broken.filter((word) => !word.includes('-'))).toEqual([]);
});
