import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../test/app.ts';
import { expect, test, type RunningClub } from './club.ts';

const clock = (page: Page) => page.locator('header strong');

/** This program as another build: its lists of routes have other names, and those before are gone. */
async function otherBuild(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-build-'));
  for (const part of ['build', 'scripts']) await cp(part, join(folder, part), { recursive: true });
  for (const part of ['node_modules', 'content', 'public', 'sample', 'club.config.ts', 'package.json', 'app'])
    await symlink(resolve(part), join(folder, part));
  const assets = join(folder, 'build/client/assets');
  const server = join(folder, 'build/server/index.js');
  const lists = (await readdir(assets)).filter((file) => file.startsWith('manifest-'));
  for (const file of lists) {
    if (!file.endsWith('.js')) await rm(join(assets, file));
    else await rename(join(assets, file), join(assets, file.replace(/[^-]+\.js$/, 'other.js')));
  }
  await rm(join(folder, 'build/server/compiled'), { recursive: true, force: true });
  const [name = ''] = lists.filter((file) => /^manifest-[^-]+\.js$/.test(file));
  for (const file of [join(assets, 'manifest-other.js'), server])
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(name, 'manifest-other.js'));
  return folder;
}

async function serve({ env }: Pick<RunningClub, 'env'>, cwd: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const said of child.stdout) if (String(said).includes('Clubroom is at')) break;
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

test('a new build of the site is taken by itself, between two pictures', async ({ page, complaints }) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'clubroom-e2e-'));
  const port = String(await freePort());
  const env = { ...process.env, NODE_ENV: 'production', PORT: port, DATA_DIR: dataDir, CLUB_EMPTY: '1' };
  const folder = await otherBuild();
  const before = await serve({ env }, '.');
  await page.goto(`http://localhost:${port}/screen`);
  const isCached = () => page.evaluate(async () => Boolean(await caches.match('/screen')));
  await expect.poll(isCached).toBe(true);
  await page.evaluate(() => Reflect.set(window, 'marked', true));
  await end(before);
  const after = await serve({ env }, folder);
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'marked')), { timeout: 60_000 }).toBeUndefined();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(/any events planned/);
  await expect(clock(page)).toBeVisible();
  const kept = await page.evaluate(async () =>
    (await (await caches.open('clubroom-screen')).keys()).map(({ url }) => new URL(url).pathname),
  );
  expect(kept.filter((path) => path.includes('manifest-'))).toEqual(['/assets/manifest-public-other.js']);

  // A copy of the site that lacks a script leaves the page without life, until it is there again.
  const assets = join(folder, 'build/client/assets');
  const scripts = (await readdir(assets)).filter((file) => /^screen-.*\.js/.test(file));
  for (const file of scripts) await rename(join(assets, file), join(folder, file));
  await page.evaluate(async (files) => {
    const cache = await caches.open('clubroom-screen');
    await Promise.all(files.map((file) => cache.delete(`/assets/${file}`)));
  }, scripts);
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  for (const file of scripts) await rename(join(folder, file), join(assets, file));
  await expect(clock(page)).toBeHidden();
  await expect(clock(page)).toBeVisible({ timeout: 60_000 });

  await page.goto('about:blank');
  await end(after);
  await Promise.all([folder, dataDir].map((one) => rm(one, { recursive: true, force: true })));
  // That the site was away for a moment is meant to be told of.
  complaints.length = 0;
});

test('after a fault the screen is there again, half a minute later', async ({ page, club, complaints }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.formatToParts = new Proxy(
      Reflect.get(Intl.DateTimeFormat.prototype, 'formatToParts'),
      {
        apply(format, formatter, given) {
          if (Reflect.get(window, 'broken')) throw new Error('broken');
          return Reflect.apply(format, formatter, given);
        },
      },
    );
  });
  await page.goto(`${club.url}/screen`);
  await expect(clock(page)).toBeVisible();
  await page.evaluate(() => Reflect.set(window, 'broken', true));
  await page.clock.runFor(13_000);
  await expect(page.getByText('Back in a moment.')).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(clock(page)).toBeVisible();
  complaints.length = 0;
});
