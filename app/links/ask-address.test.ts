import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { sqliteDatabase, type TestDatabase } from '../../test/databases.ts';
import { askAddress, mayAsk, NotOutside, questionFor } from './ask-address.ts';
import { checkLinks } from './check-links.ts';

const limits = {
  timeoutMs: 3000,
  mayAsk: (ip: string) => ip === '127.0.0.1',
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
};

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

  it('is given up when it only ever says that it will answer', async () => {
    let poured = 0;
    answer = ({ socket }) => {
      const some = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000));
      const pour = () => {
        do poured += some.length;
        while (socket.writable && socket.write(some));
      };
      socket.on('drain', pour).on('error', () => undefined);
      pour();
    };
    expect(await askAddress(`${origin}/a`, limits)).toBeNull();
    expect(asked).toEqual(['HEAD /a', 'GET /a']);
    // What the machine holds on its way.
    expect(poured).toBeLessThan(50 * 1024 * 1024);
  });

  it('is asked where its name led when it was looked at, however often that changes', async () => {
    const led = ['127.0.0.1', '127.0.0.2', '127.0.0.1'];
    const resolve = async () => [{ address: led.shift() ?? '', family: 4 }];
    answer = ({ url }, response) => response.writeHead(302, { location: `${url}b` }).end();
    const named = `http://club.example:${new URL(origin).port}/a`;
    await expect(askAddress(named, { ...limits, resolve })).rejects.toBeInstanceOf(NotOutside);
    expect(asked).toEqual(['HEAD /a']);
    answer = (_request, response) => response.end();
    const either = async () => [await resolve(), [{ address: '127.0.0.3', family: 4 }]].flat();
    await expect(askAddress(named, { ...limits, resolve: either })).rejects.toBeInstanceOf(NotOutside);
    const unknown = () => Promise.reject(new Error('There is no such name'));
    expect(await askAddress(named, { ...limits, resolve: unknown })).toBeNull();
    expect(asked).toEqual(['HEAD /a']);
  });

  it('sends nobody’s password on', async () => {
    const sent: (string | undefined)[] = [];
    const location = origin.replace('//', '//ada:secret@');
    answer = ({ headers, url }, response) => {
      sent.push(headers.authorization);
      response.writeHead(url === '/a' ? 302 : 200, { location: `${location}/b` }).end();
    };
    expect(await askAddress(`${origin}/a`, limits)).toBe(200);
    expect(sent).toEqual([undefined, undefined]);
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
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }];
    const named = askAddress(`http://inside.example:${inside.port}/`, { ...limits, resolve });
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
  expect(mayAsk(ip, 443)).toBe(false);
});

test.each(['93.184.216.34', '172.32.0.1', '2606:4700::1111'])('%s lies outside', (ip) => {
  expect(mayAsk(ip, 443)).toBe(true);
});

test('other services than websites are not asked, and of this machine only what everybody reaches', () => {
  const ports = [21, 22, 25, 80, 443, 465, 1024, 8443];
  const asked = (ip: string, own: string[]) => ports.filter((port) => mayAsk(ip, port, own));
  expect(asked('93.184.216.34', [])).toEqual([80, 443, 1024, 8443]);
  expect(asked('93.184.216.34', ['93.184.216.34'])).toEqual([80, 443]);
  expect(asked('2606:4700::1111', ['2606:4700:0:0::1111'])).toEqual([80, 443]);
  expect(asked('127.0.0.1', ['127.0.0.1'])).toEqual([]);
});

test.each([
  ['https://discord.gg/abc', 'https://discord.com/api/v10/invites/abc'],
  ['https://discord.com/invite/a-b_C?event=1', 'https://discord.com/api/v10/invites/a-b_C'],
  ['https://chat.example.com/invite/abc', 'https://chat.example.com/invite/abc'],
  ['https://discord.gg.example.com/abc', 'https://discord.gg.example.com/abc'],
])('whether %s holds is asked at %s', (address, asked) => {
  expect(questionFor(address).address.href).toBe(asked);
});
