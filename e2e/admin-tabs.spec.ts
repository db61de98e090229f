import type { Route } from '@playwright/test';
import { expect, test } from './club.ts';
import { signIn } from './signing-in.ts';
import { findTab, tabsOf } from './tabs.ts';

test('on a phone the tab of the screen that is shown can be seen', { tag: '@long' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await signIn(page, club, 'admin@localhost');
  for (const name of ['Files', 'Texts', 'Home']) {
    const tab = await findTab(page, name);
    await tab.click();
    await expect(tab).toHaveAttribute('aria-current', 'page');
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
});

test(
  'tabs that are scrolled before the page is alive stay where they are',
  { tag: '@long' },
  async ({ page, club }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await signIn(page, club, 'admin@localhost');
    let letThrough = () => {};
    const scrolled = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/*.js', async (route) => {
      await scrolled;
      await route.continue();
    });
    await page.goto(`${club.url}/admin/execs`, { waitUntil: 'commit' });
    const files = tabsOf(page).getByRole('link', { name: 'Files' });
    await files.evaluate((link) => link.scrollIntoView({ inline: 'center', block: 'nearest' }));
    const following = page.waitForRequest('**/live*');
    letThrough();
    await following;
    await expect(files).toBeInViewport({ ratio: 1 });
  },
);

const AWAY: Record<string, (route: Route) => Promise<void>> = {
  'the site is away': (route) => route.abort(),
  'the site cannot answer': (route) => route.fulfill({ status: 503, body: 'Nothing can be read now.' }),
};

for (const [why, fail] of Object.entries(AWAY)) {
  test(
    `${why}: the tabs stay, 'Try again' may fail and then works`,
    { tag: why === 'the site is away' ? [] : '@long' },
    async ({ page, club, complaints }) => {
      await signIn(page, club, 'admin@localhost');
      await page.route('**/admin/food.data**', fail);
      const tabs = tabsOf(page);
      const heading = page.getByRole('heading', { level: 1 });
      await tabs.getByRole('link', { name: 'Food' }).click();
      await expect(heading).toHaveText('This screen cannot be loaded.');
      await expect(tabs.getByRole('link', { name: 'Food' })).toHaveAttribute('aria-current', 'page');
      await expect(tabs.getByRole('link', { name: 'Submissions' })).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Logout' })).toBeVisible();
      const asked = page.waitForRequest('**/admin/food.data**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await asked;
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(heading).toHaveText('This screen cannot be loaded.');
      await tabs.getByRole('link', { name: 'Execs' }).click();
      await expect(heading).toHaveText('Executive Management');
      await tabs.getByRole('link', { name: 'Food' }).click();
      await expect(heading).toHaveText('This screen cannot be loaded.');
      await page.unroute('**/admin/food.data**');
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(page.getByRole('table', { name: 'Food items' })).toBeVisible();
      await expect(page.getByRole('main')).toBeFocused();
      expect(complaints.splice(0).filter((text) => !/503|ERR_FAILED|Failed to fetch/.test(text))).toEqual([]);
    },
  );
}
