import type { Locator, Page } from '@playwright/test';
import { expect, test } from './club.ts';
import { INTRO_TO_GIT } from './public-screens.ts';

const HEIGHT = 844;

test.use({ viewport: { width: 390, height: HEIGHT } });

async function openLarge(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
}

const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('on a phone with text of twice the size the notice leaves the page its room', async ({ page, club }) => {
  await openLarge(page, `${club.url}/events`);
  const notice = page.getByRole('complementary', { name: 'Notice' });
  await expect(notice.getByRole('button')).toBeVisible();
  expect((await boxOf(notice)).height).toBeLessThan(HEIGHT / 4);
});

test('on a phone with text of twice the size the button that pauses the pictures lies on nothing', async ({
  page,
  club,
}) => {
  await openLarge(page, `${club.url}/home`);
  const pause = await boxOf(page.getByRole('button', { name: 'Pause' }));
  const name = await boxOf(page.getByRole('heading', { level: 1 }));
  expect(pause.y + pause.height).toBeLessThanOrEqual(name.y);
});

test('on a phone with text of twice the size the club’s name in the bar is whole', async ({ page, club }) => {
  await openLarge(page, `${club.url}/team`);
  const name = page.getByRole('banner').getByRole('link', { name: /home$/ }).locator('span span').last();
  const cut = await name.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  // Less than a line: descenders may hang out.
  expect(cut).toBeLessThan(6);
});

test('on a phone with text of twice the size the action of an event stays small at the edge', async ({
  page,
  club,
}) => {
  await openLarge(page, club.url + INTRO_TO_GIT);
  const action = page.getByRole('link', { name: 'Go to the sign-up form' });
  await expect(action).toBeInViewport({ ratio: 1 });
  expect(HEIGHT - (await boxOf(action)).y).toBeLessThan(HEIGHT / 5);
  await expect(page.getByRole('button', { name: 'Add to calendar' })).not.toBeInViewport();
});

test('on a phone the links begin right below what they are', async ({ page, club }) => {
  await page.goto(`${club.url}/links`);
  const said = await boxOf(page.getByText('Connect with us across'));
  const first = await boxOf(page.getByRole('link', { name: 'Become a member' }));
  expect(first.y - said.y - said.height).toBeLessThan(60);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the open menu leaves its own button free where the club has a notice', async ({ page, club }) => {
    for (const path of ['/home', '/team']) {
      await page.goto(club.url + path);
      const button = page.getByRole('button', { name: 'Menu', exact: true });
      await button.click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
      await button.click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
    }
  });
});
