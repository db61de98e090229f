import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Actor } from '../domain/actor.ts';
import { createBus, type Bus } from './bus.ts';
import { Streams } from './streams.ts';

const MINUTE = 60_000;

const MOST = { perNetwork: 3, inAll: 24 };
const DOOR = { linkId: 'entrance', eventKey: 'talk', formId: 'form', until: Infinity };
const CLEO: Actor = {
  uid: 'cleo',
  name: 'Cleo',
  email: 'cleo@example.edu',
  role: 'committee',
  committees: ['games'],
};

let bus: Bus;
let streams: Streams;
let visitor: Actor | null;
let hasDoor: boolean;
/** What happens while the database is asked who opens a stream, once. */
let meanwhile: (() => void) | undefined;
let server: Server;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  bus = createBus();
  visitor = null;
  hasDoor = true;
  meanwhile = undefined;
  streams = new Streams({
    bus,
    most: MOST,
    trustedProxies: ['127.0.0.1'],
    whoAsks: async () => asked(visitor),
    findDoor: async () => asked(hasDoor ? DOOR : undefined),
  });
  server = createServer(streams.answer);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  streams.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
});

function asked<Found>(found: Found): Found {
  meanwhile?.();
  meanwhile = undefined;
  return found;
}

async function ask(path: string, from?: string): Promise<IncomingMessage> {
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  const headers = from === undefined ? {} : { 'x-forwarded-for': from };
  const [answer]: [IncomingMessage] = await new Promise((resolve) =>
    get({ port: address.port, host: '127.0.0.1', path, headers }, (...args) => resolve(args)),
  );
  return answer;
}

/** Opens a stream: its answer, and what has come of it so far. */
async function open(from?: string, path = '/live'): Promise<{ answer: IncomingMessage; text: () => string }> {
  const answer = await ask(path, from);
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => (text += part));
  await once(answer, 'data');
  return { answer, text: () => text };
}

describe('an open stream', () => {
  test('is told every half minute that it is still there', async () => {
    const { answer, text } = await open();
    vi.advanceTimersByTime(MINUTE / 2);
    await once(answer, 'data');
    expect(text()).toMatch(/^retry: \d+\n\n: ping\n\n$/);
  });

  test('ends after an hour to an hour and a quarter, with a hint when to come back', async () => {
    const { answer, text } = await open();
    vi.advanceTimersByTime(59 * MINUTE);
    expect(streams.count()).toBe(1);
    const ended = once(answer, 'end');
    vi.advanceTimersByTime(17 * MINUTE);
    expect(streams.count()).toBe(0);
    await ended;
    const hints = [...text().matchAll(/retry: (\d+)/g)].map(([, milliseconds]) => Number(milliseconds));
    expect(hints).toHaveLength(2);
    for (const hint of hints) expect(hint).toBeGreaterThanOrEqual(1000);
    for (const hint of hints) expect(hint).toBeLessThanOrEqual(5000);
  });

  test('gets a hint of its own, so that not all come back at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(new Set(all.map(({ text }) => text())).size).toBeGreaterThan(10);
  });

  test('is forgotten when its reader leaves', async () => {
    const { answer } = await open();
    expect(streams.count()).toBe(1);
    answer.destroy();
    await expect.poll(() => streams.count()).toBe(0);
  });

  test('is let go when its reader does not read, and the others are told', async () => {
    const [slow, other] = [await open(), await open()];
    slow.answer.pause();
    const changes = Array.from({ length: 2000 }, (_, number) => ({ topic: 'event' as const, key: `key-${number}` }));
    for (let times = 0; streams.count() === 2 && times < 500; times++) {
      const before = other.text().length;
      bus.publish(changes);
      await expect.poll(() => other.text().length, { interval: 1 }).toBeGreaterThan(before + 100_000);
    }
    expect(streams.count()).toBe(1);
  });

  test('ends when changes may have been missed: whoever comes back asks for everything anew', async () => {
    const { answer } = await open();
    const ended = once(answer, 'end');
    bus.missed();
    await ended;
    expect(streams.count()).toBe(0);
  });
});

test('whoever comes back is told what they may have missed, and learns of nothing else that it happened', async () => {
  const missedBy = async (asking: typeof visitor) => {
    visitor = asking;
    return /event: missed\ndata: (.*)\n/.exec((await open(undefined, '/live?age=1000')).text())?.[1];
  };
  vi.advanceTimersByTime(MINUTE);
  // Whose events a change was about is not known any more: their page asks for its own, whether there was one or not.
  expect(await missedBy(CLEO)).toBe('["draft","entry","door"]');
  bus.publish([
    { topic: 'draft', key: 'talk' },
    { topic: 'entry', key: 'form/ana' },
    { topic: 'submission', key: 'contact/1' },
  ]);
  expect(await missedBy(CLEO)).toBe('["draft","entry","door"]');
  expect(await missedBy({ ...CLEO, role: 'events' })).toBe('["draft","entry"]');
  expect(await missedBy(null)).toBeUndefined();
  bus.publish([{ topic: 'user', key: 'cleo' }]);
  expect(await missedBy(CLEO)).toBe('["draft","entry","door","user"]');
  expect(await missedBy({ ...CLEO, uid: 'dan' })).toBe('["draft","entry","door"]');
});

describe('what changes while a stream is opened', () => {
  test('is a role: nothing is told that only the role before was told', async () => {
    visitor = { ...CLEO, role: 'events' };
    meanwhile = () => {
      visitor = null;
      bus.publish([{ topic: 'user', key: 'cleo' }]);
    };
    const { answer, text } = await open();
    bus.publish([
      { topic: 'draft', key: 'secret' },
      { topic: 'event', key: 'talk' },
    ]);
    await once(answer, 'data');
    expect(text()).toContain('{"topic":"event","key":"talk"}');
    expect(text()).not.toContain('secret');
  });

  test('is a door: one that was closed stays closed', async () => {
    meanwhile = () => {
      hasDoor = false;
      bus.publish([{ topic: 'door', key: 'entrance' }]);
    };
    expect((await ask('/live?door=token')).statusCode).toBe(404);
  });
});

describe('how many there may be', () => {
  const status = async (from?: string) => (await open(from)).answer.statusCode;

  test('from one network, while others are let in and whoever leaves makes room', async () => {
    const first = await open('2001:db8::1');
    for (const from of ['2001:db8::2', '2001:db8::3:4']) expect(await status(from)).toBe(200);
    const refused = await open('2001:db8::5');
    expect([refused.answer.statusCode, refused.answer.headers['retry-after']]).toEqual([429, '30']);
    expect(refused.text()).toBe('There are too many open pages in your network to tell this one of changes.');
    expect(await status('203.0.113.1')).toBe(200);
    first.answer.destroy();
    await expect.poll(() => status('2001:db8::6')).toBe(200);
  });

  test('in all, whoever they are', async () => {
    for (let open = 0; open < MOST.inAll; open++) expect(await status()).toBe(200);
    expect(await status()).toBe(503);
    expect(await status('203.0.113.1')).toBe(503);
  });
});
