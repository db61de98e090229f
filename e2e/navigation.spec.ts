import { expect, test } from './club.ts';

declare global {
  /** The router itself, as it is there for whoever looks into a page. */
  var __reactRouterDataRouter: { navigate: (to: string) => Promise<void> };
}

test('what is read of the bar and what is seen of it are in one order', async ({ page, club }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${club.url}/team`);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const read = await links.evaluateAll((all) => all.map((link) => link.textContent));
  expect(read.slice(1)).toEqual(['Join', 'Team', 'Events', 'CS Guide', 'Contact', 'Mentoring']);
  const lefts = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().left));
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b));
});

test('a page that overtakes another on its way is no error', async ({ page, club, complaints }) => {
  await page.goto(`${club.url}/events`);
  const card = page.getByRole('article').getByRole('link').first();
  await card.evaluate(async (link) => {
    const isMoving = () => document.documentElement.matches(':active-view-transition');
    if (link instanceof HTMLElement) link.click();
    while (!isMoving()) await new Promise(requestAnimationFrame);
    // As the way to another page would, before this one has begun to move.
    document.startViewTransition();
    while (isMoving()) await new Promise(requestAnimationFrame);
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  expect(complaints).toEqual([]);
});

test('a way from a public page into the admin area loads its document', async ({ page, club }) => {
  await page.goto(`${club.url}/home`);
  await page.waitForFunction(() => globalThis.__reactRouterDataRouter);
  await page.evaluate(() => globalThis.__reactRouterDataRouter.navigate('/admin/events'));
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('a file is no page: pointing at its link asks for nothing ahead', { tag: '@long' }, async ({ page, club }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${club.url}/events/-OgaqyxQHPVkKhOcSye7`);
  // Links ask ahead once the page is alive.
  await page.waitForLoadState('networkidle');
  const ahead = page.waitForRequest(/\/team\.data/);
  await page.getByRole('link', { name: 'project-ideas.md' }).hover();
  await page.getByRole('link', { name: 'project-ideas.md' }).focus();
  // What is pointed at next would be asked for after it.
  await page.getByRole('link', { name: 'Team' }).focus();
  await ahead;
  expect(asked.filter((path) => path.includes('project-ideas'))).toEqual([]);
});

test('a phone’s menu goes with the next page, though both have one path', { tag: '@long' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${club.url}/events?past=1`);
  await page.waitForLoadState('networkidle');
  const arrived = page.waitForResponse(/\/events\.data/);
  await page.getByRole('button', { name: 'Menu' }).click();
  await (await arrived).finished();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Events' }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(menu).toBeHidden();
  await expect(page.locator('main')).not.toHaveAttribute('inert');
});

test('a page whose link is pressed as soon as it is pointed at is asked for once', async ({ page, club }) => {
  await page.clock.install();
  // What is told of a site that has just begun would be asked for as well.
  await page.route('**/live*', () => undefined);
  await page.goto(`${club.url}/contact`);
  await page.clock.runFor(4000);
  let asked = 0;
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/team.data*', async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' });
  await link.hover();
  await link.click();
  await page.clock.runFor(1000);
  letThrough();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
  expect(asked).toBe(1);
});

test('a phone’s menu that is opened before the scripts are there stays open, and keeps the focus', async ({
  page,
  club,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let letThrough = () => {};
  const isOpen = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/*.js', async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.goto(`${club.url}/team`);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  letThrough();
  await expect(page.locator('main')).toHaveAttribute('inert');
  await expect(menu).toBeVisible();
});

test(
  'offline, a press in a phone’s menu closes it and shows why nothing else happens',
  { tag: '@long' },
  async ({ page, club, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${club.url}/team`);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(menu).toBeVisible();
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(menu).toBeHidden();
    const notice = page.getByText('You are offline. That page can be opened once you are back online.');
    await expect(notice).toBeInViewport();
  },
);

test(
  'a page that came without loading is not described by the tags of the one before',
  { tag: '@long' },
  async ({ page, club }) => {
    const tags = page.locator('meta[property^="og:"]');
    const following = page.waitForRequest('**/live*');
    await page.goto(`${club.url}/events`);
    await expect(tags).not.toHaveCount(0);
    // What goes on in the background has begun.
    await following;
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Current Executive Team');
    await expect(tags).toHaveCount(0);
  },
);
