import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './club.ts';

/** Every public screen; half of them on a phone in the dark, half on a desk by day. */
const SCREENS = [
  ['/home', 'light', 1280],
  ['/team', 'dark', 390],
  ['/events', 'light', 390],
  ['/events?past=1', 'dark', 1280],
  ['/contact', 'dark', 390],
  ['/signup', 'light', 1280],
  ['/guide', 'dark', 1280],
  ['/links', 'light', 390],
  ['/auth/login', 'dark', 390],
] as const;

for (const [path, colorScheme, width] of SCREENS) {
  test(`axe finds nothing on ${path} (${colorScheme}, ${width} px)`, async ({ page, club }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.goto(club.url + path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
  });
}

test('axe finds nothing on an event with its form, nor on the messages of a failed submit', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('link', { name: /Game Night/ }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Required field').first()).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});

test('the skip link is the first stop of the keyboard and leads to the content', async ({ page, club }) => {
  await page.goto(`${club.url}/team`);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});
