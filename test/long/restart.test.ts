import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../app.ts';
import { postgresDatabase } from '../databases.ts';
import { startProcess, type SiteProcess } from '../process.ts';
import { askConstantly, nextSite, said, status, supervise } from '../restarts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-restart-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('restarted on a socket that somebody else holds, it fails no request', async () => {
  const { port, shell, lines } = await supervise({ DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1' });
  let site = await nextSite(lines);
  onTestFinished(() => {
    // First the shell, which would start another one.
    shell.kill('SIGKILL');
    process.kill(site, 'SIGKILL');
  });
  await said(lines, /^Clubroom is at/);
  const visitors = askConstantly(port);
  for (let round = 0; round < 3; round++) {
    const before = visitors.outcome.answered;
    await expect.poll(() => visitors.outcome.answered, { timeout: 60_000 }).toBeGreaterThan(before + 50);
    process.kill(site, 'SIGTERM');
    site = await nextSite(lines);
    await said(lines, /^Clubroom is at/);
  }
  const { answered, failed } = await visitors.stop();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(150);
});

test('a descriptor that is no socket stops the start with one line', async () => {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: join(folder, 'data'), CLUB_EMPTY: '1', LISTEN_FDS: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ignore'],
  });
  if (!child.stderr) throw new Error('The process says nothing');
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect(message).toMatch(/^Setting LISTEN_FDS: descriptor 3 is not a listening socket \(\w+\)\n$/);
  expect(code).toBe(1);
});

/** Passes connections on, in turn, to those of `ports` whose /healthz said so the last time that it was asked. */
async function balance(ports: number[]) {
  let turn = 0;
  let healthy = ports;
  const check = async () => {
    const found = await Promise.all(ports.map((port) => status(port, undefined, '/healthz').catch(() => 0)));
    healthy = ports.filter((_, at) => found[at] === 200);
  };
  const checking = setInterval(() => {
    check().catch(() => undefined);
  }, 100);
  const open = new Set<Socket>();
  const server = createServer((visitor) => {
    const upstream = connect(healthy[turn++ % healthy.length] ?? 0, '127.0.0.1');
    for (const [one, other] of [
      [visitor, upstream],
      [upstream, visitor],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy()).on('close', () => open.delete(one));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    close() {
      clearInterval(checking);
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

async function ended({ process: child, ended: code }: SiteProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return code;
}

test('copies on one Postgres, restarted one after the other behind a load balancer, fail no request', async () => {
  const database = await postgresDatabase();
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startProcess({
      PORT: String(port),
      DATA_DIR: join(folder, String(port)),
      DATABASE_URL: database.databaseUrl ?? '',
      SESSION_SECRET: 'a secret shared by all copies of it',
      CLUB_EMPTY: '1',
      DRAIN_SECONDS: '2',
    });
  const copies = await Promise.all(ports.map(start));
  onTestFinished(async () => {
    for (const { process: child, ended: code } of copies) {
      child.kill('SIGKILL');
      await code;
    }
    await database.close();
  });
  const proxy = await balance(ports);
  onTestFinished(() => proxy.close());
  const visitors = askConstantly(proxy.port);
  for (const [index, port] of ports.entries()) {
    const before = visitors.outcome.answered;
    await expect.poll(() => visitors.outcome.answered, { timeout: 60_000 }).toBeGreaterThan(before + 50);
    const copy = copies[index];
    if (!copy) throw new Error('There is no such copy');
    expect(await ended(copy)).toBe(0);
    copies[index] = await start(port);
  }
  const { answered, failed } = await visitors.stop();
  expect(failed).toEqual([]);
  expect(answered).toBeGreaterThan(100);
  expect(await Promise.all(copies.map(ended))).toEqual([0, 0]);
});
