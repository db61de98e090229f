import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { openDiscord, sayJson, type DiscordServer } from './discord-server.ts';
import { eventSent } from './event-inputs.ts';
import { seedAdmin, seedPerson, type Person } from './people.ts';
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
    expect(await page(`/admin/events/${key}`)).toMatch(/Announced on Discord at \w{3} \w{3} \d+, [\d:]+ [AP]M\./);
  });

  test('what failed is on the home page and the event’s screen, and goes out again by whoever changes events', async () => {
    discord.answer((_asked, response) => sayJson(response, 400, { code: 50_035 }));
    const key = await add('Refused talk');
    await reaches(key, 'failed');
    expect(await page(`/admin/events/${key}`)).toContain('The event was not announced on Discord.');
    expect(await page(`/admin/events/${key}`)).toContain('Discord refused the message (400, code 50035).');
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
    expect((await send(again, {})).text).toContain('This announcement has already been sent.');
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
