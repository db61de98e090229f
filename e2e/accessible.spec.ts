import type { Page } from '@playwright/test';
import { expectNoAxeViolations } from './axe.ts';
import { expect, test } from './club.ts';
import { INTRO_TO_GIT, MISSING, SCREENS } from './public-screens.ts';
import { findGluedWords } from './words-apart.ts';

const THEMES = ['light', 'dark'] as const;
const PHONE = 390;
const DESK = 1280;

/** By turns on a phone and a desk, in light and dark. */
async function show(page: Page, url: string, place: number): Promise<void> {
  await page.emulateMedia({ colorScheme: THEMES[place % 2] ?? 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: place % 4 < 2 ? PHONE : DESK, height: 900 });
  await page.goto(url);
}

/** `npm run test:long` looks at the others, and at these in every width and theme. */
const EVERY_DAY = ['/home', '/events', '/signup', '/contact'];

for (const [place, path] of SCREENS.entries()) {
  const tag = EVERY_DAY.includes(path) ? [] : '@long';
  test(
    `axe finds nothing on ${path}, and no words that only a margin parts`,
    { tag },
    async ({ page, club, complaints }) => {
      await show(page, club.url + path, place);
      await expectNoAxeViolations(page, path);
      expect(await findGluedWords(page), path).toEqual([]);
      // A page that is not there says so to the console as well.
      if (path === MISSING) complaints.length = 0;
    },
  );
}

test('the skip link is the first stop of the keyboard and leads to the content', async ({ page, club }) => {
  await page.goto(`${club.url}/team`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('the calendars of an event open by keyboard, and Escape leads back to their button', async ({ page, club }) => {
  await page.goto(club.url + INTRO_TO_GIT);
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
