import { createServer } from 'node:net';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { admin } from '../../test/actors.ts';
import { databases, sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { AS_USUAL, openDiscord, sayJson, TOKEN, WEBHOOK_ID, type DiscordServer } from '../../test/discord-server.ts';
import { eventSent } from '../../test/event-inputs.ts';
import { claimNext, runDue } from '../../test/jobs.ts';
import { club } from '../../test/outbox.ts';
import { clockTime } from '../../test/sign-ups.ts';
import { load } from '../../test/transfers.ts';
import type { AnnouncementRow } from '../db/tables.ts';
import { announceEvent } from '../domain/announcements/announce.ts';
import { announcementJob } from '../domain/announcements/send-announcements.ts';
import { announceAgain, viewAnnouncements } from '../domain/announcements/view-announcements.ts';
import type { EventInput } from '../domain/event-changes/event-input.ts';
import { requireAnyEvent } from '../domain/events/with-drafts.ts';
import { Worker } from '../domain/jobs/worker.ts';
import { publications } from '../domain/event-changes/publish.ts';
import { addEvent, updateEvent } from '../domain/event-changes/save-event.ts';
import { removeEvents } from '../domain/event-changes/remove-events.ts';
import { restoreFromTrash } from '../domain/bring-back.ts';
import { listTrash } from '../domain/trash.ts';
import { discordSender } from './sender.ts';

const site = { publicUrl: club.publicUrl, accent: '#aa3b3b' };
const told = { timeout: 15_000, interval: 20 };
/** A time that has not passed. */
const START = Date.parse('2040-11-20T19:30:00-05:00') / 1000;
const sent = (given: Partial<EventInput> = {}) =>
  eventSent({ start: '2040-11-20T19:30', end: '2040-11-20T21:00', announce: true, ...given });

let opened: TestDatabase;
let discord: DiscordServer;
let closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(async () => {
  for (const close of closing.toReversed()) await close();
  closing = [];
  const logged = vi.mocked(console.error).mock.calls.flat().join('\n');
  vi.restoreAllMocks();
  if (logged.includes(TOKEN) || logged.includes(WEBHOOK_ID)) throw new Error('The log holds the secret');
});

async function begin(open: () => Promise<TestDatabase> = sqliteDatabase): Promise<void> {
  opened = await open();
  closing.push(opened.close);
  discord = await openDiscord();
  closing.push(() => discord.close());
}

const OFTEN = { lookEveryMs: 20 };
const jobs = (webhook: { url: string; timeoutMs?: number }) => announcementJob(() => site, discordSender(webhook));

function send(url = discord.url, timeoutMs = 10_000) {
  const sender = new Worker(opened.db, [jobs({ url, timeoutMs })], OFTEN);
  closing.push(sender.stop);
  return sender;
}

async function add(given: Partial<EventInput> = {}): Promise<string> {
  return (await addEvent(opened.db, admin, sent(given), club)).key;
}

async function save(key: string, given: Partial<EventInput> = {}): Promise<void> {
  const { version } = await requireAnyEvent(opened.db, key);
  await updateEvent(opened.db, admin, { key, version, input: sent(given) }, club);
}

/** As the event's own screen cancels it. */
async function cancel(key: string, cancelled: boolean, reason = ''): Promise<void> {
  await opened.db.write(async (tx) => {
    const changes = { cancelled: cancelled ? 1 : 0, cancel_reason: reason };
    await tx.query.updateTable('events').set(changes).where('key', '=', key).execute();
    await announceEvent(tx, await requireAnyEvent(tx, key));
  });
}

function rows(): Promise<AnnouncementRow[]> {
  return opened.db.query.selectFrom('announcements').selectAll().orderBy('created_at').orderBy('key').execute();
}
const states = async () => (await rows()).map(({ state }) => state);
const settled = (...expected: string[]) => vi.waitFor(async () => expect(await states()).toEqual(expected), told);
const asked = () => discord.received.map(({ method }) => method);

/** What time does to what waits. */
async function makeDue(): Promise<void> {
  await opened.db.write(async ({ query }) => {
    await query.updateTable('announcements').set({ next_at: 0 }).where('state', '=', 'waiting').execute();
    await query.deleteFrom('app_state').where('name', '=', 'announcements:pause').execute();
    await query.updateTable('jobs').set({ run_at: 0 }).where('state', '=', 'waiting').execute();
  });
}

/** Long enough for a sender to look several times. */
async function looksOften(): Promise<void> {
  let looks = 0;
  await vi.waitFor(() => expect(++looks).toBeGreaterThan(10), told);
}

describe.each(databases)('announcements on %s', (_, open) => {
  beforeEach(() => begin(open));

  test('a published event is posted once, with what people need and no mention', async () => {
    send();
    const key = await add({ title: '@everyone <@&1> **Talk**', location: 'Room_332, https://maps.example/a_b' });
    await settled('sent');
    const [post] = discord.received;
    expect(post).toMatchObject({
      method: 'POST',
      path: `/api/webhooks/${WEBHOOK_ID}/${TOKEN}?wait=true`,
      headers: { 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^DiscordBot \(/) },
    });
    expect(post?.message).toEqual({
      embeds: [
        {
          title: '@everyone \\<@&1> \\*\\*Talk\\*\\*',
          color: 0xaa3b3b,
          url: `https://club.example.edu/events/${key}`,
          fields: [
            { name: 'When', value: `<t:${START}:F> – <t:${START + 5400}:t>\n<t:${START}:R>` },
            { name: 'Where', value: 'Room\\_332, https://maps.example/a_b' },
          ],
          image: { url: expect.stringMatching(/^https:\/\/club\.example\.edu\/events\/.*\/share\.png\?of=/) },
        },
      ],
      allowed_mentions: { parse: [] },
    });
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'sent', message_id: [...discord.channel.keys()][0], error: null });
    expect(JSON.stringify(row)).not.toContain(TOKEN);
  });

  test('never a draft, nor what is not to be announced; a draft that is published then', async () => {
    send();
    const draft = await add({ visibility: 'Draft' });
    await add({ visibility: 'Publish at', publishAt: '2039-01-01T10:00' });
    await add({ announce: false });
    await looksOften();
    expect(discord.received).toEqual([]);
    await save(draft, { title: 'Out' });
    await settled('sent');
    expect(discord.received.map(({ message }) => message.embeds[0].title)).toEqual(['Out']);
  });

  test('nothing that is over already, however it becomes public; one that is moved to a later time then', async () => {
    send();
    const over = { start: '2020-05-01T10:00', end: '2020-05-01T11:00' };
    const past = await add(over);
    await save(await add({ ...over, visibility: 'Draft' }), over);
    const slept = await add({ visibility: 'Publish at', publishAt: '2039-01-01T10:00' });
    const late = Date.parse('2041-01-01');
    await runDue(opened.db, publications, late);
    expect(await requireAnyEvent(opened.db, slept)).toMatchObject({ publishAt: null });
    await looksOften();
    expect([discord.received, await rows()]).toEqual([[], []]);
    await save(past, { title: 'Again' });
    await settled('sent');
    expect(discord.received.map(({ message }) => message.embeds[0].title)).toEqual(['Again']);
  });

  test('a small change edits the message, several at once edit it once, none at all asks nothing', async () => {
    send();
    const key = await add();
    await settled('sent');
    discord.answer((_asked, response) => sayJson(response, 503, {}));
    await save(key, { title: 'One' });
    await vi.waitFor(() => expect(asked()).toEqual(['POST', 'PATCH']), told);
    await vi.waitFor(async () => expect(await states()).toEqual(['waiting']), told);
    await save(key, { title: 'Two' });
    await save(key, { title: 'Three' });
    discord.answer(undefined);
    await makeDue();
    await settled('sent');
    expect(asked()).toEqual(['POST', 'PATCH', 'PATCH']);
    expect([...discord.channel.values()].map(({ embeds }) => embeds[0].title)).toEqual(['Three']);
    await save(key, { title: 'Three', description: 'What the message does not say.' });
    await settled('sent');
    expect(asked()).toHaveLength(3);
  });

  test('another time or place is posted anew, with what it was before; so is a cancellation and its end', async () => {
    send();
    const key = await add();
    await settled('sent');
    await save(key, { location: 'Room 1' });
    await settled('sent', 'sent');
    await cancel(key, true, 'The room is *flooded*.');
    await settled('sent', 'sent', 'sent');
    await cancel(key, false);
    await settled('sent', 'sent', 'sent', 'sent');
    expect(asked()).toEqual(['POST', 'POST', 'POST', 'POST']);
    const embeds = [...discord.channel.values()].map(({ embeds: [embed] }) => embed);
    expect(embeds[1]).toMatchObject({
      description: 'Another time or place.',
      fields: [
        { name: 'When' },
        { name: 'Where', value: 'Room 1' },
        { name: 'Before', value: expect.stringContaining('Room 332') },
      ],
    });
    expect(embeds[2]).toMatchObject({
      title: '\\[CANCELLED\\] Talk',
      description: 'This event has been cancelled.\nThe room is \\*flooded\\*.',
    });
    expect(embeds[3]).toMatchObject({ title: 'Talk', description: 'This event takes place after all.' });
    await save(key, { location: 'Room 1', title: 'Talk!' });
    await vi.waitFor(() => expect(asked().at(-1)).toBe('PATCH'), told);
    expect([...discord.channel.values()].map(({ embeds: [{ title }] }) => title).at(-1)).toBe('Talk!');
  });

  test('what waits takes every change with it, and goes where there is nothing to say any more', async () => {
    const key = await add();
    await save(key, { location: 'Room 1' });
    expect(await rows()).toMatchObject([{ kind: 'published', state: 'waiting' }]);
    await cancel(key, true);
    expect(await rows()).toEqual([]);
    await cancel(key, false);
    await save(key, { visibility: 'Draft' });
    expect(await rows()).toEqual([]);
    await save(key, { location: 'Room 2' });
    send();
    await settled('sent');
    await opened.db.write(({ query }) => query.updateTable('announcements').set({ next_at: 0 }).execute());
    expect(asked()).toEqual(['POST']);
    expect(discord.received[0]?.message.embeds[0].fields?.[1]?.value).toBe('Room 2');
  });

  test('of an event that is not public any more nothing new is told; it comes back as it was', async () => {
    send();
    const key = await add();
    await settled('sent');
    await save(key, { title: 'A secret', visibility: 'Draft' });
    await vi.waitFor(() => expect(asked()).toEqual(['POST', 'PATCH']), told);
    const [gone] = discord.channel.values();
    expect(gone?.embeds).toEqual([
      { title: 'Talk', color: 0xaa3b3b, description: 'This event is not on the site any more.' },
    ]);
    await settled('sent');
    await save(key, { title: 'Talk' });
    await vi.waitFor(() => expect(asked()).toEqual(['POST', 'PATCH', 'PATCH']), told);
    await settled('sent');
    await removeEvents(opened.db, admin, [key], club);
    await vi.waitFor(() => expect(asked()).toHaveLength(4), told);
    await settled('sent');
    const [trashed] = await listTrash(opened.db);
    await restoreFromTrash(opened.db, trashed?.key ?? '');
    await vi.waitFor(() => expect(asked()).toHaveLength(5), told);
    await settled('sent');
    expect(discord.channel.size).toBe(1);
    expect(discord.received.at(-1)?.message).toEqual(discord.received[0]?.message);
  });

  describe('of an event that was announced, an import', () => {
    const messages = () => [...discord.channel.values()].map(({ embeds: [embed] }) => embed);
    const posts = () => asked().filter((method) => method === 'POST');
    const on = (day: string) => ({ start: `${day}T19:30`, end: `${day}T21:00` });
    let key: string;
    beforeEach(async () => {
      send();
      key = await add();
      await settled('sent');
    });

    async function bring(record: object, { start, end } = on('2040-11-20')): Promise<void> {
      const [timeStartTimestamp, timeEndTimestamp] = [start, end].map((wall) => clockTime(wall, club.clock.timeZone));
      const datetime = { timeStartTimestamp, timeEndTimestamp };
      await load(opened.db, { event: { [key]: { title: 'Talk', location: 'Room 332', datetime, ...record } } });
    }

    test('that makes it a draft takes the message back, one that publishes it brings it back, and none is posted', async () => {
      await bring({ title: 'A secret', publishAt: 'never' });
      const gone = { title: 'Talk', color: 0xaa3b3b, description: 'This event is not on the site any more.' };
      await vi.waitFor(() => expect(messages()).toEqual([gone]), told);
      await bring({ title: 'A secret', publishAt: 'never' }, on('2040-11-21'));
      await bring({ title: 'Back' }, on('2040-11-21'));
      await vi.waitFor(() => expect(messages()).toMatchObject([{ title: 'Back' }]), told);
      await save(key, { title: 'Again', ...on('2040-11-21') });
      await vi.waitFor(() => expect(messages()).toMatchObject([{ title: 'Again' }]), told);
      expect(posts()).toHaveLength(1);
    });

    test('that cancels it, or takes that back, says so in the message, and none is posted', async () => {
      await bring({ cancelled: true, cancelReason: 'Ill' });
      const cancelled = { title: '\\[CANCELLED\\] Talk', description: 'This event has been cancelled.\nIll' };
      await vi.waitFor(() => expect(messages()).toMatchObject([cancelled]), told);
      await save(key, { title: 'Chess' });
      await vi.waitFor(() => expect(messages()).toMatchObject([{ title: '\\[CANCELLED\\] Chess' }]), told);
      await bring({});
      await vi.waitFor(() => expect(messages()).toMatchObject([{ title: 'Talk' }]), told);
      expect(posts()).toHaveLength(1);
    });

    test('that removes it takes the message back', async () => {
      await load(opened.db, { event: { other: { title: 'Other' } } }, { replace: true });
      await vi.waitFor(
        () => expect(messages()).toMatchObject([{ description: expect.stringMatching('not on') }]),
        told,
      );
      expect(posts()).toHaveLength(1);
    });

    test('that changes something else asks nothing, nor is its other place news with the next save', async () => {
      await bring({ location: 'Room 1' });
      await looksOften();
      expect(asked()).toEqual(['POST']);
      await save(key, { location: 'Room 1', title: 'Chess' });
      await vi.waitFor(() => expect(messages()).toMatchObject([{ title: 'Chess' }]), told);
      expect(asked()).toEqual(['POST', 'PATCH']);
    });

    test('leaves the message where the box is off', async () => {
      await save(key, { announce: false });
      await bring({ publishAt: 'never' });
      await looksOften();
      expect(asked()).toEqual(['POST']);
    });

    test('sends what waits as the event is now, and nothing that failed', async () => {
      discord.answer((_asked, response) => sayJson(response, 500, {}));
      await save(key, { location: 'Room 1' });
      await vi.waitFor(async () => expect((await rows())[1]?.error).toContain('500'), told);
      discord.answer(undefined);
      await bring({ location: 'Room 1', cancelled: true });
      await makeDue();
      await settled('sent', 'sent');
      expect(messages()).toMatchObject([{ title: 'Talk' }, { title: '\\[CANCELLED\\] Talk' }]);
      await bring({ location: 'Room 1' });
      await vi.waitFor(() => expect(messages()[1]).toMatchObject({ title: 'Talk' }), told);
      await settled('sent', 'sent');
      discord.answer((_asked, response) => sayJson(response, 400, { code: 50_035 }));
      await save(key, { location: 'Room 2' });
      await settled('sent', 'sent', 'failed');
      discord.answer(undefined);
      await bring({ location: 'Room 2', publishAt: 'never' });
      await vi.waitFor(() => expect(messages()[1]?.description).toContain('not on the site'), told);
      expect((await states())[2]).toBe('failed');
    });
  });

  test('changes that come while others send are all in Discord in the end', async () => {
    send();
    send();
    const keys = await Promise.all(Array.from({ length: 4 }, (_unused, at) => add({ title: `Talk ${at}` })));
    for (let round = 0; round < 6; round++) {
      await Promise.all(keys.map((key, at) => save(key, { title: `Talk ${at}, version ${round}` })));
    }
    const last = keys.map((_key, at) => `Talk ${at}, version 5`);
    const shown = () => [...discord.channel.values()].map(({ embeds: [{ title }] }) => title).toSorted();
    await vi.waitFor(() => expect(shown()).toEqual(last), told);
    await vi.waitFor(async () => expect(await states()).toEqual(keys.map(() => 'sent')), told);
    expect(asked().filter((method) => method === 'POST')).toHaveLength(keys.length);
  });

  test('two copies post each once, whoever comes first', async () => {
    send();
    send();
    const keys = await Promise.all(Array.from({ length: 12 }, (_unused, at) => add({ title: `Talk ${at}` })));
    await vi.waitFor(async () => expect(await states()).toEqual(keys.map(() => 'sent')), told);
    expect(new Set(discord.received.map(({ message }) => message.embeds[0].title)).size).toBe(keys.length);
    expect(discord.received).toHaveLength(keys.length);
  });
});

describe('when Discord does not take it', () => {
  beforeEach(() => begin());

  test.each([
    ['the header', 120_000, (response: ServerResponse) => sayJson(response, 429, {}, { 'retry-after': '120' })],
    [
      'the body',
      64_570,
      (response: ServerResponse) =>
        sayJson(
          response,
          429,
          { message: 'You are being rate limited.', retry_after: 64.57, global: false },
          { 'retry-after': '60' },
        ),
    ],
    [
      'everything',
      300_000,
      (response: ServerResponse) =>
        sayJson(
          response,
          429,
          { retry_after: 300, global: true },
          { 'x-ratelimit-global': 'true', 'x-ratelimit-reset-after': '1.5' },
        ),
    ],
  ])('429: it waits as long as %s says, and so does everything else', async (_name, waits, refuse) => {
    discord.answer((_asked, response) => refuse(response));
    send();
    await add();
    await vi.waitFor(async () => expect((await rows())[0]?.error).toContain('429'), told);
    const [row] = await rows();
    const since = (row?.next_at ?? 0) - (discord.received[0]?.at ?? 0);
    expect(since).toBeGreaterThanOrEqual(waits);
    expect(since).toBeLessThan(waits + 5000);
    await add({ title: 'Another' });
    await looksOften();
    expect(asked()).toHaveLength(1);
    discord.answer(undefined);
    await makeDue();
    await settled('sent', 'sent');
  });

  test('where it says that nothing is left, it is not asked until it allows more', async () => {
    discord.answer((_asked, response) => {
      response.setHeader('x-ratelimit-remaining', '0');
      response.setHeader('x-ratelimit-reset-after', '0.8');
      return AS_USUAL;
    });
    send();
    await Promise.all([add(), add(), add()]);
    await settled('sent', 'sent', 'sent');
    const [first = 0, second = 0, third = 0] = discord.received.map(({ at }) => at);
    expect(Math.min(second - first, third - second)).toBeGreaterThanOrEqual(790);
  });

  test('500 and a refused connection are tried again with growing pauses, until it gives up', async () => {
    discord.answer((_asked, response) => sayJson(response, 500, {}));
    send();
    await add();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'waiting', attempts: attempt }]), told);
      delays.push(Math.round((((await rows())[0]?.next_at ?? 0) - (discord.received.at(-1)?.at ?? 0)) / 1000));
      if (attempt < 3) await makeDue();
    }
    expect(delays).toEqual([5, 10, 20]);
    const { port } = discord;
    await discord.close();
    await makeDue();
    await vi.waitFor(
      async () => expect((await rows())[0]?.error).toBe('Discord cannot be reached (ECONNREFUSED).'),
      told,
    );
    expect(await states()).toEqual(['waiting']);
    discord = await openDiscord({ port });
    discord.answer((_asked, response) => sayJson(response, 500, {}));
    await opened.db.write(({ query }) =>
      query.updateTable('announcements').set({ queued_at: 0, attempts: 60 }).execute(),
    );
    await makeDue();
    await settled('failed');
    expect((await rows())[0]?.error).toContain('three days');
  });

  test.each([
    [400, 50_035, 'Discord refused the message (400, code 50035).'],
    [401, 50_027, 'Discord no longer takes messages at the address in DISCORD_WEBHOOK_URL (401, code 50027).'],
    [403, 50_013, 'Discord no longer takes messages'],
    [404, 10_015, 'Discord no longer takes messages at the address in DISCORD_WEBHOOK_URL (404, code 10015).'],
    [302, 0, 'The address in DISCORD_WEBHOOK_URL leads elsewhere (302'],
  ])('%i is shown and not tried again, until somebody sends it again', async (status, code, why) => {
    const elsewhere = { location: `http://127.0.0.1:${discord.port}/elsewhere/${TOKEN}` };
    discord.answer((_asked, response) => sayJson(response, status, { code, message: TOKEN }, elsewhere));
    send();
    const key = await add();
    await settled('failed');
    await looksOften();
    expect(asked()).toEqual(['POST']);
    const [view] = await viewAnnouncements(opened.db, admin, key);
    expect(view).toMatchObject({ state: 'failed', error: expect.stringContaining(why), isOpen: true });
    expect(JSON.stringify(view)).not.toContain(TOKEN);
    discord.answer(undefined);
    await announceAgain(opened.db, admin, { eventKey: key, key: view?.key ?? '' });
    await settled('sent');
    await expect(announceAgain(opened.db, admin, { eventKey: key, key: view?.key ?? '' })).rejects.toThrow(
      'already been sent',
    );
    expect(asked()).toEqual(['POST', 'POST']);
  });

  test('a message that was deleted there does not come back; another time is posted', async () => {
    send();
    const key = await add();
    await settled('sent');
    discord.channel.clear();
    await save(key, { title: 'Other' });
    await settled('deleted');
    await save(key, { title: 'Another' });
    await looksOften();
    expect(asked()).toEqual(['POST', 'PATCH']);
    await save(key, { title: 'Another', start: '2040-11-20T19:00' });
    await settled('deleted', 'sent');
  });

  test.each([
    ['never', () => {}],
    ['by closing the connection', (_asked: unknown, response: ServerResponse) => response.destroy()],
  ])('no answer, %s: uncertain, not tried again by itself, sent again by an officer', async (_name, answering) => {
    discord.answer(answering);
    send(discord.url, 300);
    const key = await add();
    await settled('uncertain');
    await save(key, { title: 'Other' });
    await looksOften();
    expect(asked()).toEqual(['POST']);
    const [view] = await viewAnnouncements(opened.db, admin, key);
    expect(view).toMatchObject({
      isOpen: true,
      error: expect.stringMatching(/^Discord’s answer did not come \(\w+\)\.$/),
    });
    discord.answer(undefined);
    await announceAgain(opened.db, admin, { eventKey: key, key: view?.key ?? '' });
    await settled('sent');
    expect(discord.received.at(-1)?.message.embeds[0].title).toBe('Other');
  });

  test('an edit without an answer is uncertain too, and the next change settles it', async () => {
    send(discord.url, 300);
    const key = await add();
    await settled('sent');
    discord.answer(() => {});
    await save(key, { title: 'Other' });
    await settled('uncertain');
    discord.answer(undefined);
    await save(key, { title: 'Third' });
    await settled('sent');
    expect(asked()).toEqual(['POST', 'PATCH', 'PATCH']);
  });

  test.each([
    [
      'in parts',
      (response: ServerResponse) => {
        response.writeHead(200).write('{"id":', () => response.write('"17"', () => response.end('}')));
      },
      '17',
    ],
    ['with no JSON', (response: ServerResponse) => response.writeHead(200).end('<html>'), null],
    ['with nothing', (response: ServerResponse) => response.writeHead(204).end(), null],
    ['with a name that is none', (response: ServerResponse) => sayJson(response, 200, { id: '../../x' }), null],
    ['with megabytes', (response: ServerResponse) => response.writeHead(200).end('x'.repeat(5e6)), null],
    [
      'and breaks off',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '500' }).write('{"id":', () => response.destroy());
      },
      null,
    ],
    ['and never ends', (response: ServerResponse) => response.writeHead(200).write('{'), null],
  ])('answered %s: it was posted', async (_name, answering, messageId) => {
    discord.answer((_asked, response) => answering(response));
    send(discord.url, 500);
    const key = await add();
    await settled('sent');
    expect(await rows()).toMatchObject([{ message_id: messageId, error: null }]);
    if (messageId !== null) return;
    await save(key, { title: 'Without its name it cannot be edited' });
    await looksOften();
    expect(asked()).toEqual(['POST']);
  });

  test('silence before a connection is there is no attempt: it is tried again', async () => {
    // Nobody takes connections from its queue, which is full.
    const full = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 });
    await once(full, 'listening');
    const address = full.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    full.close();
    send(`http://127.0.0.1:${port}/api/webhooks/1/${TOKEN}`);
    await add();
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }]), told);
  });
});

describe('order and crashes', () => {
  beforeEach(() => begin());

  test('a change while the post is on its way is not lost, and not before it', async () => {
    const { promise: inHand, resolve: taken } = Promise.withResolvers<void>();
    const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
    discord.answer(async (_asked, _response, nth) => {
      if (nth > 1) return AS_USUAL;
      taken();
      await letGo;
      return AS_USUAL;
    });
    send();
    const key = await add();
    await inHand;
    await save(key, { title: 'Later' });
    await save(key, { title: 'Later', location: 'Elsewhere' });
    expect(await states()).toEqual(['sending', 'waiting']);
    go();
    await settled('sent', 'sent');
    expect(asked()).toEqual(['POST', 'PATCH', 'POST']);
  });

  test('a change while an edit is on its way goes out, whatever came of the edit', async () => {
    send(discord.url, 300);
    const key = await add();
    await settled('sent');
    const { promise: inHand, resolve: taken } = Promise.withResolvers<void>();
    discord.answer((_asked, _response, nth) => {
      if (nth > 2) return AS_USUAL;
      taken();
      return undefined;
    });
    await save(key, { title: 'Second' });
    await inHand;
    await save(key, { title: 'Third' });
    await settled('sent');
    expect(asked()).toEqual(['POST', 'PATCH', 'PATCH']);
    expect([...discord.channel.values()].map(({ embeds: [{ title }] }) => title)).toEqual(['Third']);
  });

  test('one that a process left half-way is uncertain after a start; a living copy’s is not touched', async () => {
    const key = await add();
    await claimNext(opened.db, jobs({ url: discord.url }));
    send();
    await settled('uncertain');
    expect(asked()).toEqual([]);
    expect((await viewAnnouncements(opened.db, admin, key))[0]).toMatchObject({ isOpen: true });
  });

  test('a database that is gone just when it was posted makes no second post', async () => {
    let isGone = false;
    const { db } = opened;
    const write: typeof db.write = (work) => (isGone ? Promise.reject(new Error('disk I/O error')) : db.write(work));
    discord.answer(() => {
      isGone = true;
      return AS_USUAL;
    });
    const sender = new Worker({ ...db, write }, [jobs({ url: discord.url })], OFTEN);
    closing.push(sender.stop);
    await add();
    await vi.waitFor(() => expect(vi.mocked(console.error).mock.calls.flat()).toContain('disk I/O error'), told);
    isGone = false;
    await settled('sent');
    expect(asked()).toEqual(['POST']);
  });

  test('what the setting’s address has besides, such as a thread, stays', async () => {
    send(`${discord.url}/?thread_id=5#x`);
    const key = await add();
    await settled('sent');
    await save(key, { title: 'Other' });
    await vi.waitFor(() => expect(asked()).toEqual(['POST', 'PATCH']), told);
    const home = `/api/webhooks/${WEBHOOK_ID}/${TOKEN}`;
    const [id] = discord.channel.keys();
    expect(discord.received.map(({ path }) => path)).toEqual([
      `${home}?thread_id=5&wait=true`,
      `${home}/messages/${id}?thread_id=5`,
    ]);
  });

  test('an answer that is none holds up nothing', async () => {
    discord.answer((_asked, response, nth) => {
      if (nth > 1) return AS_USUAL;
      const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n';
      response.socket?.end(head);
      return undefined;
    });
    send(discord.url, 2000);
    await add();
    await add({ title: 'Next' });
    await settled('uncertain', 'sent');
    expect(asked()).toEqual(['POST', 'POST']);
  }, 20_000);

  test('a clock that was put back changes no order', async () => {
    send();
    const key = await add();
    await settled('sent');
    const future = Date.now() + 3_600_000;
    await opened.db.write(({ query }) => query.updateTable('announcements').set({ created_at: future }).execute());
    await save(key, { location: 'Room 1' });
    await settled('sent', 'sent');
    await save(key, { location: 'Room 1', title: 'Other' });
    await vi.waitFor(() => expect(asked()).toEqual(['POST', 'POST', 'PATCH']), told);
    await settled('sent', 'sent');
    expect((await rows()).map(({ kind }) => kind)).toEqual(['published', 'changed']);
  });

  test('stopping lets an attempt finish', async () => {
    const { promise: inHand, resolve: taken } = Promise.withResolvers<void>();
    discord.answer(async () => {
      taken();
      return AS_USUAL;
    });
    const sender = send();
    await add();
    await inHand;
    await sender.stop();
    expect(await states()).toEqual(['sent']);
  });
});
