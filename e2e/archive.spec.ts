import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from './club.ts';

test(
  'the archive of the running site is read from a disk, without a server and without the network',
  { tag: '@long' },
  async ({ page, club }) => {
    // The archive is written first.
    test.slow();
    const folder = await mkdtemp(join(tmpdir(), 'clubroom-e2e-archive-'));
    const asked: string[] = [];
    const failed: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('requestfailed', (request) => failed.push(request.url()));
    await page.route(/^(https?|wss?):/, (route) => route.abort());
    try {
      await promisify(execFile)(process.execPath, ['cli/club.ts', 'archive', join(folder, 'club')], { env: club.env });
      await page.goto(pathToFileURL(join(folder, 'club', 'index.html')).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const display = await page.evaluate(() => document.fonts.ready.then((fonts) => fonts.size));
      expect(display).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'See more about events' }).click();
      await expect(page).toHaveURL(/\/events\.html$/);
      await page.getByRole('link', { name: 'Show past events' }).click();
      const past = page.getByRole('region', { name: 'Past Events' });
      const pictures = past.locator('article img');
      expect(await pictures.count()).toBeGreaterThan(3);
      for (const picture of await pictures.all()) {
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
      }
      await page.getByRole('link', { name: 'Intro to Git: Never Lose Your Work Again' }).click();
      await expect(page.getByText('nothing can be sent from it')).toBeVisible();
      await page.waitForLoadState();
      const height = await page.locator('header').evaluate((bar) => getComputedStyle(bar).position);
      expect(height).not.toBe('static');
      await page.getByText('Add to calendar').first().click();
      const saved = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Calendar file (.ics)' }).click();
      expect((await saved).suggestedFilename()).toMatch(/\.ics$/);
      await page.goto(pathToFileURL(join(folder, 'club', 'team.html')).href);
      await page.getByRole('link', { name: 'Contact' }).first().click();
      await expect(page.getByText('nothing can be sent from it')).toBeVisible();
      expect(asked.filter((address) => !/^(file|data):/.test(address))).toEqual([]);
      expect(failed.filter((address) => !address.endsWith('.ics'))).toEqual([]);
    } finally {
      // It may still be reading pictures.
      await page.goto('about:blank');
      await rm(folder, { recursive: true, force: true });
    }
  },
);
