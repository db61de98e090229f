import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { importHostileClub } from './hostile-club.ts';
import { eventStates, MISSING, OPTIONAL, SCREENS, STATES, withAllPages } from './public-screens.ts';

const THEMES = ['light', 'dark'] as const;
const PHONE = 390;
const DESK = 1280;

/** By turns on a phone and a desk, in light and dark. */
async function show(page: Page, url: string, place: number): Promise<void> {
  await page.emulateMedia({ colorScheme: THEMES[place % 2] ?? 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: place % 4 < 2 ? PHONE : DESK, height: 900 });
  await page.goto(url);
}

for (const [place, path] of SCREENS.entries()) {
  test(`axe finds nothing on ${path}`, async ({ page, club, complaints }) => {
    await show(page, club.url + path, place);
    await expectNoAxeViolations(page, path);
    // A page that is not there says so to the console as well.
    if (path === MISSING) complaints.length = 0;
  });
}

test('nor on the optional pages', async ({ page, startClub }) => {
  test.setTimeout(120_000);
  const club = await startClub(withAllPages());
  for (const [place, path] of OPTIONAL.entries()) {
    await show(page, club.url + path, place);
    await expectNoAxeViolations(page, path);
  }
});

for (const { name, path, reach } of [...STATES, ...eventStates('/events/-Og3_FzbKm8ab0ftOR13')]) {
  test(`axe finds nothing on ${path} with ${name}`, async ({ page, club }) => {
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: PHONE, height: 900 });
    await page.goto(club.url + path);
    await reach(page);
    await expectNoAxeViolations(page, `${path}, ${name}`);
  });
}

test('nor with nothing, nor with the longest words and pictures that fail', async ({ page, startClub, complaints }) => {
  test.setTimeout(120_000);
  const club = await startClub({ ...withAllPages(), CLUB_EMPTY: '1' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: PHONE, height: 900 });
  for (const count of [0, 7]) {
    if (count > 0) await importHostileClub(club, count);
    for (const path of ['/home', '/events?past=1', '/team', '/services', '/dsc', '/events/-key0000']) {
      await page.goto(club.url + path);
      await expectNoAxeViolations(page, `${path} with ${count}`);
    }
  }
  // What cannot be loaded is meant to fail here.
  complaints.length = 0;
});

test('the skip link is the first stop of the keyboard and leads to the content', async ({ page, club }) => {
  await page.goto(`${club.url}/team`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the calendars of an event open by keyboard, and Escape leads back to their button', async ({ page, club }) => {
  await page.goto(`${club.url}/events/-Og3_FzbKm8ab0ftOR13`);
  const button = page.getByRole('button', { name: 'Add to calendar' });
  await button.focus();
  await page.keyboard.press('Enter');
  const calendars = page.getByRole('group', { name: 'Add to calendar' });
  await expect(calendars.getByRole('link', { name: 'Google Calendar' })).toBeVisible();
  await expect(calendars.getByRole('link', { name: 'Outlook' })).toHaveAttribute('href', /^https:\/\/outlook\./);
  await expect(calendars.getByRole('link', { name: 'Calendar file (.ics)' })).toHaveAttribute('href', /\.ics$/);
  await expect(calendars.getByRole('link', { name: 'Google Calendar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendars).toBeHidden();
  await expect(button).toBeFocused();
  // On a phone it is a sheet over the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Enter');
  await expect(calendars.getByText('Add to calendar', { exact: true })).toBeVisible();
  await calendars.getByRole('button', { name: 'Close' }).click();
  await expect(calendars).toBeHidden();
  await expect(button).toBeFocused();
});
