import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startProcess } from '../process.ts';

const STREAMS = 10_000;

test(`one change reaches ${STREAMS} open pages`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-streams-'));
  const env = { CLUB_EMPTY: '1', DATA_DIR: join(folder, 'data') };
  const site = await startProcess(env);
  const port = Number(new URL(site.url).port);
  const told = new Set<Socket>();
  const sockets: Socket[] = [];
  let allTold = () => {};
  const everyone = new Promise<void>((resolve) => {
    allTold = resolve;
  });
  for (let open = 0; open < STREAMS; open += 500) {
    sockets.push(...(await Promise.all(Array.from({ length: 500 }, () => openStream(port)))));
  }
  for (const socket of sockets) {
    socket.on('data', (bytes) => {
      if (bytes.includes('event: change')) told.add(socket);
      if (told.size === STREAMS) allTold();
    });
  }
  const file = join(folder, 'one.json');
  await writeFile(file, JSON.stringify({ event: { one: { title: 'One', datetime: { timeStartTimestamp: 2e12 } } } }));
  const started = performance.now();
  await promisify(execFile)(process.execPath, ['cli/club.ts', 'import', file], { env: { ...process.env, ...env } });
  await everyone;
  console.log(`${STREAMS} streams told ${Math.round(performance.now() - started)} ms after the command was started`);
  expect(told.size).toBe(STREAMS);
  for (const socket of sockets) socket.destroy();
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

test('a network opens 2,000 pages, and leaves room for others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-streams-'));
  const env = { CLUB_EMPTY: '1', DATA_DIR: join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' };
  const site = await startProcess(env);
  const port = Number(new URL(site.url).port);
  const sockets: Socket[] = [];
  for (let open = 0; open < 2000; open += 500) {
    const from = (number: number) => `2001:db8:1:1::${(open + number).toString(16)}`;
    sockets.push(...(await Promise.all(Array.from({ length: 500 }, (_, number) => openStream(port, from(number))))));
  }
  const status = async (headers: Record<string, string>) => {
    const aborter = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/live`, { headers, signal: aborter.signal });
    aborter.abort();
    return answer.status;
  };
  expect(await status({ 'x-forwarded-for': '2001:db8:1:1:ffff::1' })).toBe(429);
  expect(await status({ 'x-forwarded-for': '2001:db8:1:2::1' })).toBe(200);
  for (const socket of sockets) socket.destroy();
  site.process.kill('SIGTERM');
  expect(await site.ended).toBe(0);
  await rm(folder, { recursive: true, force: true });
});

/** A stream that has been answered with its headers. */
async function openStream(port: number, from?: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const forwarded = from === undefined ? '' : `X-Forwarded-For: ${from}\r\n`;
  socket.write(`GET /live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n${forwarded}\r\n`);
  await once(socket, 'data');
  return socket;
}
