import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { askAddress, isPublicAddress, NotOutside, questionFor } from './ask-address.ts';
import { checkLinks } from './check-links.ts';

const limits = { timeoutMs: 3000, isPublicAddress: (ip: string) => ip === '127.0.0.1' };

async function listen(host: string, listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0 };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

describe('an address that is asked', () => {
  let server: Server;
  let origin: string;
  let answer: RequestListener;
  let asked: string[];

  beforeEach(async () => {
    asked = [];
    const opened = await listen('127.0.0.1', (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    server = opened.server;
    origin = `http://127.0.0.1:${opened.port}`;
  });
  afterEach(() => close(server));

  it('answers with its status, by its head alone', async () => {
    answer = (_request, response) => response.end();
    expect(await askAddress(`${origin}/a`, limits)).toBe(200);
    expect(asked).toEqual(['HEAD /a']);
  });

  it.each([404, 410, 500, 403, 429])('answers %i, asked twice', async (status) => {
    answer = (_request, response) => response.writeHead(status).end();
    expect(await askAddress(`${origin}/a`, limits)).toBe(status);
    expect(asked).toEqual(['HEAD /a', 'GET /a']);
  });

  it('that changes the protocol has not answered, and holds up nothing', async () => {
    answer = ({ socket }) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    expect(await askAddress(`${origin}/a`, limits)).toBeNull();
  });

  it.each<[string, RequestListener]>([
    ['refuses HEAD', ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end()],
    ['hangs up on HEAD', ({ method, socket }, response) => (method === 'HEAD' ? socket.destroy() : response.end())],
    [
      'never ends',
      ({ method }, response) => {
        response.writeHead(method === 'HEAD' ? 404 : 200);
        if (method === 'HEAD') return response.end();
        const pour = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', pour);
        return pour();
      },
    ],
    ['leads on', ({ url }, response) => response.writeHead(url === '/a' ? 302 : 200, { location: '/b' }).end()],
  ])('answers even if it %s', async (_what, listener) => {
    answer = listener;
    expect(await askAddress(`${origin}/a`, limits)).toBe(200);
  });

  it.each<[string, RequestListener]>([
    ['answers nothing in time', () => undefined],
    ['hangs up', ({ socket }) => socket.destroy()],
    ['leads on for ever', (_request, response) => response.writeHead(302, { location: '/a' }).end()],
  ])('has no answer when it %s', async (_what, listener) => {
    answer = listener;
    expect(await askAddress(`${origin}/a`, { ...limits, timeoutMs: 300 })).toBeNull();
  });

  it('is not followed into a network, by its number or by a name', async () => {
    let isReached = false;
    const inside = await listen('127.0.0.2', (_request, response) => {
      isReached = true;
      response.end();
    });
    for (const location of [`http://127.0.0.2:${inside.port}/metrics`, 'file:///etc/passwd']) {
      answer = (_request, response) => response.writeHead(302, { location }).end();
      await expect(askAddress(`${origin}/a`, limits)).rejects.toBeInstanceOf(NotOutside);
    }
    const named = askAddress(`http://localhost:${inside.port}/`, { ...limits, isPublicAddress: () => false });
    await expect(named).rejects.toBeInstanceOf(NotOutside);
    expect(isReached).toBe(false);
    await close(inside.server);
  });

  it('is given up at once when the site stops', async () => {
    const stopping = new AbortController();
    answer = () => stopping.abort();
    await expect(askAddress(`${origin}/a`, { ...limits, signal: stopping.signal })).rejects.toThrow(/aborted/i);
  });

  describe('among those that are due', () => {
    let site: TestDatabase;
    beforeEach(async () => {
      site = await sqliteDatabase();
    });
    afterEach(() => site.close());
    const round = (paths: string[], signal = new AbortController().signal) =>
      checkLinks(
        site.db,
        paths.map((path) => ({ path, label: path, text: path.startsWith('/') ? origin + path : path })),
        {
          ...{ signal, midnight: 0, pauseMs: 1, limit: 10 },
          ask: (address) => askAddress(address, { ...limits, signal }),
        },
      );
    const noted = () => site.db.query.selectFrom('link_checks').select(['status']).orderBy('address').execute();

    it('is noted, and one inside a network is not asked', async () => {
      answer = ({ url }, response) => response.writeHead(url === '/a' ? 200 : 404).end();
      await round(['/a', '/b', 'http://127.0.0.3/']);
      expect((await noted()).map(({ status }) => status)).toEqual([200, 404, 0]);
      asked = [];
      await round(['/a', '/b']);
      expect(asked).toEqual([]);
    });

    it('is asked one at a time of a host', async () => {
      let [now, most] = [0, 0];
      answer = (_request, response) => {
        most = Math.max(most, ++now);
        setImmediate(() => {
          now--;
          response.end();
        });
      };
      await round(['/a', '/b', '/c', '/d']);
      expect([asked.length, most]).toEqual([4, 1]);
    });

    it('is kept when the site stops in between', async () => {
      const stopping = new AbortController();
      answer = ({ url }, response) => (url === '/b' ? stopping.abort() : response.end());
      await round(['/a', '/b', '/c'], stopping.signal);
      expect(await noted()).toEqual([{ status: 200 }]);
    });
  });
});

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ],
  ...['::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '2002:7f00:1::', 'ff02::1'],
])('%s lies inside', (ip) => {
  expect(isPublicAddress(ip)).toBe(false);
});

test.each(['93.184.216.34', '172.32.0.1', '2606:4700::1111'])('%s lies outside', (ip) => {
  expect(isPublicAddress(ip)).toBe(true);
});

test.each([
  ['https://discord.gg/abc', 'https://discord.com/api/v10/invites/abc'],
  ['https://discord.com/invite/a-b_C?event=1', 'https://discord.com/api/v10/invites/a-b_C'],
  ['https://chat.example.com/invite/abc', 'https://chat.example.com/invite/abc'],
  ['https://discord.gg.example.com/abc', 'https://discord.gg.example.com/abc'],
])('whether %s holds is asked at %s', (address, asked) => {
  expect(questionFor(address).address.href).toBe(asked);
});
