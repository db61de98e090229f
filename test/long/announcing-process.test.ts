import { execFile } from 'node:child_process';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../app/db/open-database.server.ts';
import { startApp, type RunningApp } from '../app.ts';
import { AS_USUAL, openDiscord, sayJson, TOKEN, WEBHOOK_ID, type DiscordServer } from '../discord-server.ts';
import { eventSent } from '../event-inputs.ts';
import { fillPath } from '../fill-path.ts';
import { seedAdminIn } from '../people.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { temporaryFolder } from '../storages.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const FUTURE = { start: '2098-05-01T10:00', end: '2098-05-01T11:00' };

describe('a site that announces, in a process of its own', () => {
  let discord: DiscordServer;
  let dataDir: string;
  let cookie: string;
  let site: SiteProcess;
  const start = () => startProcess({ DATA_DIR: dataDir, CLUB_EMPTY: '1', DISCORD_WEBHOOK_URL: discord.url });
  beforeEach(async () => {
    discord = await openDiscord();
    dataDir = await temporaryFolder();
    cookie = await seedAdminIn(dataDir);
    site = await start();
  });
  afterEach(async () => {
    site.process.kill('SIGKILL');
    await site.ended;
    await discord.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const get = async (path: string) =>
    (await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' })).text();
  async function add(title: string): Promise<void> {
    const headers = { cookie, origin: site.url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const body = JSON.stringify({ verb: 'add', input: eventSent({ ...FUTURE, announce: true, title }) });
    const answer = await fetch(`${site.url}/admin/events.data`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
  async function stored() {
    const db = await openDatabase({ dataDir });
    const rows = await db.query.selectFrom('announcements').selectAll().execute();
    await db.close();
    return rows;
  }

  test('killed while Discord takes it: it is not doubled, and stands as uncertain', async () => {
    const { promise: inHand, resolve: taken } = Promise.withResolvers<void>();
    discord.answer((asked) => {
      discord.channel.set('1', asked.message);
      taken();
    });
    await add('Killed talk');
    await inHand;
    site.process.kill('SIGKILL');
    await site.ended;
    expect(await stored()).toMatchObject([{ state: 'sending', attempts: 1 }]);
    discord.answer(undefined);
    site = await start();
    await vi.waitFor(
      async () => expect(await get('/admin/home')).toContain('may or may not have been announced'),
      PATIENCE,
    );
    await add('Next talk');
    await vi.waitFor(() => expect(discord.received).toHaveLength(2), PATIENCE);
    const titles = discord.received.map(({ message }) => message.embeds[0].title);
    expect(titles).toEqual(['Killed talk', 'Next talk']);
    const [{ event_key: key } = { event_key: '' }] = await stored();
    expect(await get(`/admin/events/${key}`)).toContain('Send again');
  });

  test('whatever comes of it, the secret is on no page and in no log, export, backup or file', async () => {
    const answers = [
      (asked: { path: string }, response: Parameters<typeof sayJson>[0]) =>
        sayJson(response, 400, { message: `Bad: ${asked.path}`, code: 50_035 }, { 'x-echo': asked.path }),
      (asked: { path: string }, response: Parameters<typeof sayJson>[0]) =>
        sayJson(response, 404, { message: discord.url, code: 10_015 }, { location: asked.path }),
      (_asked: unknown, response: Parameters<typeof sayJson>[0]) => response.destroy(),
      (asked: { path: string }, response: Parameters<typeof sayJson>[0]) =>
        sayJson(response, 302, {}, { location: discord.url + asked.path }),
      (_asked: unknown, response: Parameters<typeof sayJson>[0]) => sayJson(response, 200, { id: discord.url }),
      () => AS_USUAL,
    ];
    for (const [at, answer] of answers.entries()) {
      discord.answer(answer);
      await add(`Talk ${at}`);
      await vi.waitFor(async () => {
        const rows = await stored();
        expect(rows.filter(({ state }) => !['waiting', 'sending'].includes(state))).toHaveLength(at + 1);
      }, PATIENCE);
    }
    await discord.close();
    await add('Refused talk');
    await vi.waitFor(() => expect(site.said()).toContain('ECONNREFUSED'), PATIENCE);
    const rows = await stored();
    const keys = rows.map(({ event_key }) => event_key);
    const { routes } = await startedRoutes();
    const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => path !== '/auth/logout');
    const filled = paths.flatMap((path) => [
      fillPath(path),
      ...keys.map((key) => fillPath(path.replace(/:(id|key)/, key))),
    ]);
    const pages = await Promise.all([...new Set(filled), '/metrics', '/healthz'].map(get));
    const run = promisify(execFile);
    const [backup, exported] = [join(dataDir, 'backup'), join(dataDir, 'export.json')];
    const env = { ...process.env, DATA_DIR: dataDir, DISCORD_WEBHOOK_URL: discord.url };
    const club = (...args: string[]) => run(process.execPath, ['scripts/club.mjs', ...args], { env });
    const said = [
      await club('export', exported),
      await club('backup', backup),
      await club('archive', join(dataDir, 'archive')),
    ];
    const refused = await run(process.execPath, ['scripts/serve.mjs'], {
      env: { ...env, DISCORD_WEBHOOK_URL: discord.url.replace('127.0.0.1', 'discord.example') },
    }).catch((error: { stdout: string; stderr: string }) => error);
    expect(refused.stderr + refused.stdout).toContain('DISCORD_WEBHOOK_URL');
    const files: string[] = [];
    for await (const file of glob('**/*', { cwd: dataDir, withFileTypes: true })) {
      if (file.isFile()) files.push(await readFile(join(file.parentPath, file.name), 'latin1'));
    }
    const all = [...pages, site.said(), JSON.stringify([said, refused]), JSON.stringify(rows), ...files];
    expect(files.length).toBeGreaterThan(10);
    for (const secret of [TOKEN, WEBHOOK_ID, discord.url]) {
      expect(all.filter((text) => text.includes(secret)).map((text) => text.slice(0, 200))).toEqual([]);
    }
  });

  /** The route table is the same in every process. */
  async function startedRoutes(): Promise<Pick<RunningApp, 'routes'>> {
    const app = await startApp();
    await app.close();
    return app;
  }
});
