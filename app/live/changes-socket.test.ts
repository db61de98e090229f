import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../domain/topics.ts';
import { listenForChanges, notifySite } from './changes-socket.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const change: Change = { topic: 'event', key: 'ü "quoted"\n' };

test('a command returns when the site has passed its changes on', async () => {
  const passedOn: Change[] = [];
  const site = await listenForChanges(folder, async (changes) => {
    await new Promise((resolve) => setImmediate(resolve));
    passedOn.push(...changes);
  });
  expect(await notifySite(folder, [change])).toBe(true);
  expect(passedOn).toEqual([change]);

  const many = Array.from({ length: 20_000 }, (_, index): Change => ({ topic: 'entry', key: `form/${index}` }));
  expect(await notifySite(folder, many)).toBe(true);
  expect(passedOn.slice(1)).toEqual(many);
  await site.close();
});

test('a key may hold a separator of lines', async () => {
  const passedOn: Change[] = [];
  const site = await listenForChanges(folder, (changes) => {
    passedOn.push(...changes);
  });
  const odd: Change[] = [{ topic: 'event', key: 'a\u2028b\u2029c' }, change];
  expect(await notifySite(folder, odd)).toBe(true);
  expect(passedOn).toEqual(odd);
  await site.close();
});

test('nothing happens where no site runs, or no longer', async () => {
  expect(await notifySite(folder, [change])).toBe(true);
  const site = await listenForChanges(folder, () => {});
  await site.close();
  expect(await notifySite(folder, [change])).toBe(true);
});

test('only this user may connect', async () => {
  const site = await listenForChanges(folder, () => {});
  expect((await stat(join(folder, 'club.sock'))).mode & 0o777).toBe(0o600);
  await site.close();
});

test('the socket of a killed site is taken over, that of a running one is not', async () => {
  const code = `require('node:net').createServer().listen(${JSON.stringify(join(folder, 'club.sock'))}, () => console.log('on'))`;
  const killed = spawn(process.execPath, ['-e', code]);
  await once(killed.stdout, 'data');
  await expect(listenForChanges(folder, () => {})).rejects.toThrow(`A site is running on ${folder} already`);
  killed.kill('SIGKILL');
  await once(killed, 'exit');

  const told: Change[] = [];
  const site = await listenForChanges(folder, (changes) => {
    told.push(...changes);
  });
  await notifySite(folder, [change]);
  expect(told).toEqual([change]);
  await site.close();
});

test.runIf(process.platform === 'linux')(
  'a folder whose path is too long for a socket holds it too: elsewhere another user could take its name',
  async () => {
    const deep = join(folder, 'd'.repeat(120));
    await mkdir(deep);
    const told: Change[] = [];
    const site = await listenForChanges(deep, (changes) => {
      told.push(...changes);
    });
    expect(await notifySite(deep, [change])).toBe(true);
    expect(told).toEqual([change]);
    const socket = await stat(join(deep, 'club.sock'));
    expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600]);
    await expect(listenForChanges(deep, () => {})).rejects.toThrow(`A site is running on ${deep} already`);
    await site.close();
    expect(await readdir(deep)).toEqual([]);
    const next = await listenForChanges(deep, () => {});
    await next.close();
  },
);

test.each(['no json', '{}', '[{"topic":"event"}]', '[{"topic":"nothing","key":"a"}]', '[null]'])(
  'a line of %s is not passed on, and the site goes on',
  async (line) => {
    const told: Change[] = [];
    const site = await listenForChanges(folder, (changes) => {
      told.push(...changes);
    });
    const socket = connect(join(folder, 'club.sock'), () => socket.write(`${line}\n`));
    await once(socket, 'close');
    expect(await notifySite(folder, [change])).toBe(true);
    expect(told).toEqual([change]);
    await site.close();
  },
);

test('a site that breaks off is reported', async () => {
  const server = createServer((socket) => socket.destroy()).listen(join(folder, 'club.sock'));
  await once(server, 'listening');
  expect(await notifySite(folder, [change])).toBe(false);
  server.close();
});

test('a site that fails to pass changes on is reported', async () => {
  const site = await listenForChanges(folder, () => Promise.reject(new Error('no')));
  expect(await notifySite(folder, [change])).toBe(false);
  await site.close();
});
