import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import config from '../club.config.ts';
import { expect, test as base } from './club.ts';

/** What the script of another network does: it looks for its own class and puts a frame in the link's place. */
const WIDGET = `
for (const link of document.querySelectorAll('a.their-timeline')) {
  const frame = document.createElement('iframe');
  frame.src = new URL('/frame', document.currentScript.src).href;
  frame.title = 'Timeline';
  frame.style.height = link.dataset.height + 'px';
  link.replaceWith(frame);
}`;

type Behaviour = 'works' | 'is gone' | 'hangs' | 'shows nothing';

interface Network {
  origin: string;
  asked: string[];
  behaviour: Behaviour;
}

const test = base.extend<{ network: Network; home: (feed?: object) => Promise<string> }>({
  network: async ({}, use) => {
    const network: Network = { origin: '', asked: [], behaviour: 'works' };
    const server = serve(network).listen(0, 'localhost');
    await once(server, 'listening');
    const address = server.address();
    network.origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
    await use(network);
    server.closeAllConnections();
    server.close();
  },
  home: async ({ network, startClub }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'clubroom-feed-'));
    await use(async (feed = {}) => {
      const { origin } = network;
      const socialFeed = {
        script: `${origin}/timeline.js`,
        href: `${origin}/club`,
        className: 'their-timeline',
        ...feed,
      };
      const file = join(folder, 'club.json');
      await writeFile(file, JSON.stringify({ ...config, socialFeed }));
      const club = await startClub({ CLUB_CONFIG: file });
      return `${club.url}/home`;
    });
    await rm(folder, { recursive: true });
  },
});

function serve(network: Network): Server {
  return createServer(({ url = '' }, response) => {
    network.asked.push(url);
    if (!url.endsWith('.js')) {
      response.setHeader('content-type', 'text/html').end('<p>A post of ours</p>');
      return;
    }
    if (network.behaviour === 'hangs') return;
    response.statusCode = network.behaviour === 'is gone' ? 404 : 200;
    response.setHeader('content-type', 'text/javascript').end(network.behaviour === 'works' ? WIDGET : '');
  });
}

const feedOf = (page: Page) => page.getByRole('region', { name: 'Social feed' });
const linkOf = (page: Page) => feedOf(page).getByRole('link', { name: 'See what we posted lately' });

/** Where pictures begin to load too. */
const comeNear = (page: Page) => feedOf(page).scrollIntoViewIfNeeded();

/** The sum of all layout shifts so far, those right after an input left out, as browsers count them. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(() => {
      const found = Object.entries(window).find(([name]) => name === 'shifts')?.[1];
      return Array.isArray(found) ? found.reduce<number>((sum, value) => sum + Number(value), 0) : Number.NaN;
    });
}

test(
  'the timeline comes when the visitor comes near, 450 pixels high, from its own origin alone',
  { tag: '@long' },
  async ({ page, network, home }) => {
    const shifts = await watchShifts(page);
    const answer = await page.goto(await home({ frames: [network.origin] }));
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(new RegExp(`script-src [^;]*${network.origin}(;| )`));
    expect(policy).toMatch(new RegExp(`frame-src [^;]*${network.origin}(;| |$)`));
    await page.waitForLoadState('networkidle');
    expect(network.asked).toEqual([]);
    // Still below the screen, by less than 50 px.
    await feedOf(page).evaluate((feed) => {
      const box = feed.querySelector('[data-state]')?.getBoundingClientRect();
      scrollTo({ top: scrollY + (box?.top ?? 0) - innerHeight - 40, behavior: 'instant' });
    });
    await expect.poll(() => network.asked).toContain('/timeline.js');
    const frame = feedOf(page).locator('iframe');
    await expect(frame.contentFrame().getByText('A post of ours')).toBeAttached();
    expect((await frame.boundingBox())?.height).toBe(450);
    expect(await shifts()).toBeLessThanOrEqual(0.02);
  },
);

test(
  'a club that asks first has the timeline in a fold, and nothing is asked of its host before',
  { tag: '@long' },
  async ({ page, network, home }) => {
    const shifts = await watchShifts(page);
    await page.goto(await home({ frames: [network.origin], askFirst: true }));
    await comeNear(page);
    await page.waitForLoadState('networkidle');
    expect(network.asked).toEqual([]);
    expect((await feedOf(page).boundingBox())?.height).toBeLessThan(300);
    await feedOf(page).getByText('Our latest posts').focus();
    await page.keyboard.press('Enter');
    await expect(feedOf(page).locator('iframe').contentFrame().getByText('A post of ours')).toBeVisible();
    expect(await shifts()).toBeLessThanOrEqual(0.02);
  },
);

test('leaving the page and coming back shows the timeline again', { tag: '@long' }, async ({ page, network, home }) => {
  await page.goto(await home({ frames: [network.origin] }));
  await comeNear(page);
  await expect(feedOf(page).locator('iframe')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { name: 'Current Executive Team' })).toBeVisible();
  await page.getByRole('link', { name: /home$/ }).first().click();
  await comeNear(page);
  await expect(feedOf(page).locator('iframe')).toBeVisible();
});

test('a script that is gone leaves a plain link that opens in a new tab', async ({
  page,
  network,
  home,
  complaints,
}) => {
  network.behaviour = 'is gone';
  await page.goto(await home());
  await comeNear(page);
  await expect(feedOf(page).locator('[data-state="failed"]')).toBeVisible();
  await expect(linkOf(page)).toHaveAttribute('target', '_blank');
  const opened = page.waitForEvent('popup');
  await linkOf(page).click();
  expect((await opened).url()).toBe(`${network.origin}/club`);
  // The browser itself reports the script's status on its console.
  expect(complaints.splice(0).every((text) => text.includes('404'))).toBe(true);
});

for (const behaviour of ['hangs', 'shows nothing'] as const) {
  test(
    `a script that ${behaviour} is given up after some seconds, and the page works meanwhile`,
    { tag: '@long' },
    async ({ page, network, home }) => {
      network.behaviour = behaviour;
      await page.goto(await home());
      await page.clock.install();
      await comeNear(page);
      await expect.poll(() => network.asked).toContain('/timeline.js');
      await expect(linkOf(page)).toBeVisible();
      await page.clock.fastForward(4000);
      await expect(feedOf(page).locator('[data-state="offered"]')).toBeVisible();
      expect((await feedOf(page).locator('[data-state]').boundingBox())?.height).toBeGreaterThanOrEqual(450);
      await page.clock.fastForward(4500);
      await expect(feedOf(page).locator('[data-state="failed"]')).toBeVisible();
      // Its place closes.
      expect((await feedOf(page).locator('[data-state]').boundingBox())?.height).toBeLessThan(300);
      await expect(linkOf(page)).toBeVisible();
      await page.getByRole('link', { name: 'Join', exact: true }).last().click();
      await expect(page).toHaveURL(/\/signup$/);
    },
  );
}

test('a frame that the configuration does not name is blocked, and the link stays', async ({
  page,
  home,
  complaints,
}) => {
  await page.goto(await home());
  await comeNear(page);
  await expect(feedOf(page).locator('[data-state="failed"]')).toBeVisible();
  await expect(linkOf(page)).toBeVisible();
  await expect(feedOf(page).locator('iframe')).toBeHidden();
  expect(complaints.splice(0).every((text) => text.includes('Content Security Policy'))).toBe(true);
});
