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

/** A stream that has been answered with its headers. */
async function openStream(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /live HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n');
  await once(socket, 'data');
  return socket;
}
