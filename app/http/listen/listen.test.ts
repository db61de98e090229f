import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/app.ts';
import { listen } from './listen.ts';

test('stopping finishes what is running and does not wait for a connection that nobody uses', async () => {
  const port = await freePort();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const stop = await listen(port, '127.0.0.1', (_request, response) => {
    onAsked();
    allowed.then(
      () => response.end('the whole answer'),
      () => response.destroy(),
    );
  });
  const unused = connect(port, '127.0.0.1');
  await once(unused, 'connect');
  const used = connect(port, '127.0.0.1');
  used.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked;
  const stopped = stop();
  // Neither a time limit nor the client ends it.
  await once(unused, 'close');
  allow();
  expect(await text(used)).toContain('the whole answer');
  await stopped;
});

test('whoever asks again on an open connection while the site stops is answered, and told to make another', async () => {
  const port = await freePort();
  const stop = await listen(port, '127.0.0.1', (_request, response) => response.writeHead(200, ['x-a', 'b']).end('ok'));
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'data');
  const stopped = stop();
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\nx-a: b\r\n[\s\S]*Connection: close\r\n[\s\S]*ok/);
  await stopped;
});

const SOON = {
  headers: 300,
  body: 300,
  bytesPerSecond: 10_000,
  keepAlive: 300,
  stalled: 400,
  leaving: 0,
  stopping: 300,
  checkEvery: 50,
};

/** Listens with short timeouts, and opens connections to it. */
async function listenWithShortTimeouts(handle: RequestListener, timeouts = SOON): Promise<() => Promise<Socket>> {
  const port = await freePort();
  const stop = await listen(port, '127.0.0.1', handle, { timeouts });
  onTestFinished(stop);
  return async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
}

describe('whoever is too slow is told so and let go', () => {
  const greet: RequestListener = (_request, response) => response.end('hello');
  /** Reads a whole body before it answers. */
  const swallow: RequestListener = (request, response) => {
    request.on('error', () => undefined);
    request.resume().on('end', () => response.end('all of it'));
  };

  test.each([
    ['nothing', ''],
    ['half a line', 'GET / HT'],
    ['headers that do not end', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-one: 1\r\n'],
  ])('sending %s', async (_what, start) => {
    const socket = await (await listenWithShortTimeouts(greet))();
    socket.write(start);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\n\r\nThe request took too long/);
  });

  test('sending one header after the other, for ever', async () => {
    const socket = await (await listenWithShortTimeouts(greet, { ...SOON, stalled: 10_000 }))();
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
    const dripping = setInterval(() => socket.write('x-a: b\r\n'), 20);
    expect(await text(socket)).toContain('HTTP/1.1 408 ');
    clearInterval(dripping);
  });

  test('sending a body byte by byte, for ever', async () => {
    const socket = await (await listenWithShortTimeouts(swallow, { ...SOON, stalled: 10_000 }))();
    socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100000\r\n\r\n');
    const dripping = setInterval(() => socket.write('x'), 20);
    expect(await text(socket)).toContain('HTTP/1.1 408 ');
    clearInterval(dripping);
  });

  test('sending a small body that drips, long before the longest upload would be ended', async () => {
    for (const framing of ['content-length: 1000', 'transfer-encoding: chunked']) {
      const socket = await (await listenWithShortTimeouts(swallow, { ...SOON, stalled: 60_000 }))();
      socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${framing}\r\n\r\n`);
      const dripping = setInterval(() => socket.write(framing.includes('chunked') ? '1\r\nx\r\n' : 'x'), 20);
      expect(await text(socket)).toContain('HTTP/1.1 408 ');
      clearInterval(dripping);
    }
  });

  test('sending a large body steadily is let through, and so is one that the site itself takes its time to read', async () => {
    const lazily: RequestListener = (request, response) => {
      request.on('error', () => undefined).on('end', () => response.end('all of it'));
      setTimeout(() => request.resume(), 1000);
    };
    for (const handle of [swallow, lazily]) {
      const socket = await (await listenWithShortTimeouts(handle, { ...SOON, stalled: 60_000 }))();
      socket.write('POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 40000\r\n\r\n');
      const piece = Buffer.alloc(1000);
      let sent = 0;
      const sending = setInterval(() => sent++ < 40 && socket.write(piece), 20);
      expect(await text(socket)).toContain('all of it');
      clearInterval(sending);
    }
  });

  test('keeping a connection without asking again', async () => {
    const socket = await (await listenWithShortTimeouts(greet, { ...SOON, stalled: 60_000 }))();
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*hello$/);
  });

  test('asking and not reading the answer', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const open = await listenWithShortTimeouts((_request, response) => {
      response.on('close', resolve);
      response.end(Buffer.alloc(50_000_000));
    });
    const socket = await open();
    socket.pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await closed;
    expect(socket.bytesRead).toBeLessThan(50_000_000);
    socket.destroy();
  });
});

describe('what is no HTTP, or too much of it, is refused with a sentence', () => {
  test.each([
    ['other words', 'HELLO\r\n\r\n', '400 Bad Request'],
    ['binary', '\x16\x03\x01\x02\0\x01\0', '400 Bad Request'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n', '400 Bad Request'],
    ['a zero character in a header', 'GET / HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n', '400 Bad Request'],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      '400 ',
    ],
    ['an address of 100 KB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, '431 '],
    ['too many headers', `GET / HTTP/1.1\r\nhost: a\r\n${'x-many: 1\r\n'.repeat(8000)}\r\n`, '431 '],
  ])('%s', async (_what, sent, status) => {
    const open = await listenWithShortTimeouts((_request, response) => response.end('taken'));
    const socket = await open();
    socket.end(Buffer.from(sent, 'latin1'));
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(answer).not.toMatch(/ at |node:|Error/);
  });
});

test('what is no HTTP, behind a request whose answer is on its way, is not answered within that answer', async () => {
  const open = await listenWithShortTimeouts((_request, response) => response.writeHead(200).write('the first half'));
  const socket = await open();
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [begun] = await once(socket, 'data');
  socket.write('NO HTTP\r\n\r\n');
  const rest = await text(socket).catch(() => '');
  expect(`${String(begun)}${rest}`).toContain('the first half');
  expect(rest).not.toContain('HTTP/1.1 400');
});

test('cookies of a whole university are taken up to 64 KB, and then it is said what to do', async () => {
  const open = await listenWithShortTimeouts((request, response) => response.end(`${request.headers.cookie?.length}`));
  const send = async (cookies: number) => {
    const socket = await open();
    const cookie = `a=${'x'.repeat(cookies - 2)}`;
    socket.end(`GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncookie: ${cookie}\r\n\r\n`);
    return text(socket);
  };
  for (const length of [17_000, 64_000])
    expect(await send(length)).toMatch(new RegExp(`^HTTP/1.1 200 [^]*\n${length}$`));
  const refused = await send(70_000);
  expect(refused).toMatch(/^HTTP\/1\.1 431 /);
  expect(refused).toMatch(/content-type: text\/html; charset=utf-8\r\n/);
  expect(refused).toContain('<h1>Your browser sends too many cookies.</h1>');
  expect(refused).toContain('Delete the cookies of this site and of the domain above it');
  const [head = '', body = ''] = refused.split('\r\n\r\n');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}\r\n`);
});

test('stopping waits for what hangs only as long as it must', async () => {
  const port = await freePort();
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const stop = await listen(port, '127.0.0.1', () => onAsked(), {
    timeouts: { ...SOON, headers: 60_000, stalled: 60_000 },
  });
  const hanging = connect(port, '127.0.0.1').on('error', () => undefined);
  hanging.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const halfOpen = connect(port, '127.0.0.1').on('error', () => undefined);
  halfOpen.write('GET / HTTP/1.1\r\nho');
  // A slow machine may let the second one go before that.
  const closed = [once(hanging, 'close'), once(halfOpen, 'close')];
  await asked;
  await Promise.all([stop(), ...closed]);
  expect([hanging.destroyed, halfOpen.destroyed]).toEqual([true, true]);
});

describe('connections that are open at once', () => {
  async function listenWithLimits(most: { perNetwork: number; inAll: number }) {
    const port = await freePort();
    let number = 0;
    const networkOf = () => (number++ < 3 ? '203.0.113.9' : undefined);
    const greet: RequestListener = (_request, response) => response.end('hello');
    const stop = await listen(port, '127.0.0.1', greet, { most, networkOf, timeouts: SOON });
    onTestFinished(stop);
    return async () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\n\r\n');
      const [answer]: Buffer[] = await once(socket, 'data');
      return { socket, answer: String(answer) };
    };
  }

  test('are refused with a sentence beyond a network’s share; others are let in', async () => {
    const open = await listenWithLimits({ perNetwork: 2, inAll: 10 });
    for (let times = 0; times < 2; times++) expect((await open()).answer).toContain('hello');
    expect((await open()).answer).toMatch(/^HTTP\/1\.1 503 [^]*There are too many connections right now\./);
    expect((await open()).answer).toContain('hello');
  });

  test('are refused beyond what there is for all, until one ends', async () => {
    const open = await listenWithLimits({ perNetwork: 10, inAll: 2 });
    const { socket } = await open();
    expect((await open()).answer).toContain('hello');
    expect((await open()).answer).toMatch(/^HTTP\/1\.1 503 /);
    socket.destroy();
    await expect.poll(async () => (await open()).answer).toContain('hello');
  });
});

describe('requests that are sent ahead on one connection', () => {
  const ask = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

  test('are all answered, in their order, while few wait for their answers', async () => {
    let number = 0;
    const open = await listenWithShortTimeouts((_request, response) => response.end(`answer ${++number}.`));
    const socket = await open();
    let said = '';
    socket.setEncoding('utf8').on('data', (part: string) => (said += part));
    const answers = () => [...said.matchAll(/answer (\d+)\./g)].map(([, one]) => Number(one));
    for (const sent of [40, 80, 120]) {
      socket.write(ask.repeat(40));
      await expect.poll(() => answers().length).toBe(sent);
    }
    expect(answers()).toEqual(Array.from({ length: 120 }, (_, at) => at + 1));
  });

  test('are worked on so far only: thousands in one piece end their connection, and no other', async () => {
    let taken = 0;
    const patience = { ...SOON, headers: 60_000, stalled: 60_000, keepAlive: 60_000 };
    const open = await listenWithShortTimeouts((request, response) => {
      if (request.url === '/') taken++;
      else response.end('hello');
    }, patience);
    const [crowding, other] = [await open(), await open()];
    const closed = new Promise((resolve) => crowding.on('error', () => undefined).on('close', resolve));
    crowding.resume().write(ask.repeat(5000));
    await closed;
    expect(taken).toBeLessThanOrEqual(100);
    other.write('GET /other HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(await text(other)).toContain('hello');
  });
});
