import { execFile } from 'node:child_process';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { AS_USUAL, openDiscord, sayJson, TOKEN, WEBHOOK_ID, type DiscordServer } from './discord-server.ts';
import { eventSent } from './event-inputs.ts';
import { fillPath } from './fill-path.ts';
import { seedAdmin, seedAdminIn, seedPerson, type Person } from './people.ts';
import { startProcess, type SiteProcess } from './process.ts';
import { temporaryFolder } from './storages.ts';
import { load } from './transfers.ts';

const PATIENCE = { timeout: 20_000, interval: 50 };
const FUTURE = { start: '2098-05-01T10:00', end: '2098-05-01T11:00' };

describe('announcing over HTTP', () => {
  let discord: DiscordServer;
  let app: RunningApp;
  let admin: Person;
  beforeAll(async () => {
    discord = await openDiscord();
    app = await startApp({ env: { DISCORD_WEBHOOK_URL: discord.url } });
    admin = await seedAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await discord.close();
  });
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    discord.answer(undefined);
    discord.received.length = 0;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  async function send(path: string, command: object, by: Person = admin) {
    const headers = { 'content-type': 'application/json', ...by.sending };
    const response = await app.get(`${path}.data`, { method: 'POST', headers, body: JSON.stringify(command) });
    return { status: response.status, text: await response.text() };
  }
  const page = async (path: string) => (await app.get(path, { headers: { cookie: admin.cookie } })).text();

  async function add(title: string, given: Parameters<typeof eventSent>[0] = {}): Promise<string> {
    const input = eventSent({ ...FUTURE, announce: true, title, ...given });
    expect((await send('/admin/events', { verb: 'add', input })).status).toBe(200);
    const row = await app.site.db.query
      .selectFrom('events')
      .select('key')
      .where('title', '=', title)
      .executeTakeFirst();
    return row?.key ?? '';
  }
  const rowOf = (eventKey: string) =>
    app.site.db.query.selectFrom('announcements').selectAll().where('event_key', '=', eventKey).executeTakeFirst();
  const reaches = (eventKey: string, state: string) =>
    vi.waitFor(async () => expect(await rowOf(eventKey)).toMatchObject({ state }), PATIENCE);

  test('a published event is posted with its absolute addresses, and its screen says so', async () => {
    const key = await add('Talk');
    await reaches(key, 'sent');
    const [embed] = discord.received[0]?.message.embeds ?? [];
    expect(embed?.url).toBe(`${app.site.settings.publicUrl}/events/${key}`);
    const drawn = await fetch((embed?.image?.url ?? '').replace(app.site.settings.publicUrl, app.url));
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(await page(`/admin/events/${key}`)).toMatch(/Announced on Discord at \w{3} \d+ \w{3}, [\d:]+ [AP]M\./);
  });

  test('what failed is on the home page and the event’s screen, and goes out again by whoever changes events', async () => {
    discord.answer((_asked, response) => sayJson(response, 400, { code: 50_035 }));
    const key = await add('Refused talk');
    await reaches(key, 'failed');
    expect(await page(`/admin/events/${key}`)).toContain('The event was not announced on Discord.');
    expect(await page(`/admin/events/${key}`)).toContain('Discord refused it (400, code 50035).');
    expect(await page('/admin/home')).toContain('could not be announced on Discord');
    discord.answer(undefined);
    const again = `/admin/events/${key}/announcements/${(await rowOf(key))?.key}`;
    for (const [role, status] of [
      ['viewer', 403],
      ['treasurer', 403],
      ['editor', 200],
    ] as const) {
      const by = await seedPerson(app, { admin: false, role });
      expect([role, (await send(again, {}, by)).status]).toEqual([role, status]);
    }
    await reaches(key, 'sent');
    expect((await send(again, {})).text).toContain('This has already been announced.');
    expect((await send(again.replace(key, 'none'), {})).status).toBe(404);
    expect(discord.received).toHaveLength(2);
  });

  test('a timed event is announced when it appears', async () => {
    const key = await add('Timed talk', { visibility: 'Publish at', publishAt: '2098-01-01T10:00' });
    expect(await rowOf(key)).toBeUndefined();
    await app.site.db.write(({ query }) =>
      query.updateTable('events').set({ publish_at: Date.now() }).where('key', '=', key).execute(),
    );
    await vi.waitFor(async () => expect(await rowOf(key)).toMatchObject({ state: 'sent' }), {
      timeout: 40_000,
      interval: 200,
    });
    expect(discord.received).toHaveLength(1);
  });

  test('an import announces nothing, then or later, nor of what it writes over', async () => {
    const publishAt = Date.now() + 1500;
    const datetime = { timeStartTimestamp: 4e12 };
    const over = await add('Imported over');
    await reaches(over, 'sent');
    discord.received.length = 0;
    const event = {
      one: { title: 'Imported', datetime, announce: true },
      two: { title: 'Imported, timed', publishAt, datetime },
      [over]: { title: 'Written over', location: 'Elsewhere', datetime },
    };
    await load(app.site.db, { event });
    await vi.waitFor(
      async () => {
        const rows = await app.site.db.query.selectFrom('events').select('publish_at').execute();
        expect(rows.every(({ publish_at }) => publish_at === null)).toBe(true);
      },
      { timeout: 40_000, interval: 200 },
    );
    const sentinel = await add('After the import');
    await reaches(sentinel, 'sent');
    expect(discord.received.map(({ message }) => message.embeds[0].title)).toEqual(['After the import']);
  });

  test('how many wait and failed is among the metrics', async () => {
    const text = await (await app.get('/metrics')).text();
    expect(text).toMatch(/^clubroom_announcements\{state="sent"\} [1-9]/m);
    expect(text).toMatch(/^clubroom_announcements\{state="uncertain"\} 0$/m);
  });
});

test('without the setting nothing is announced, nor once it is there', async () => {
  const app = await startApp();
  const admin = await seedAdmin(app);
  const headers = { 'content-type': 'application/json', ...admin.sending };
  const body = JSON.stringify({ verb: 'add', input: eventSent({ ...FUTURE, announce: true }) });
  expect((await app.get('/admin/events.data', { method: 'POST', headers, body })).status).toBe(200);
  const { db } = app.site;
  expect(await db.query.selectFrom('announcements').selectAll().execute()).toEqual([]);
  expect(await db.query.selectFrom('events').select('announce').execute()).toEqual([{ announce: 0 }]);
  await app.close();
});

describe('a site of its own process', () => {
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
    await vi.waitFor(async () => expect(await get('/admin/home')).toContain('may or may not be announced'), PATIENCE);
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
