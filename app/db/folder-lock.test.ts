import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../config/start-error.ts';
import { openDatabase } from './open-database.server.ts';
import { lockFolder } from './folder-lock.ts';

let folder: string;
let others: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clubroom-lock-'));
});
afterEach(async () => {
  for (const other of others) other.kill('SIGKILL');
  others = [];
  await rm(folder, { recursive: true, force: true });
});

/** Another process that holds the folder when this resolves. */
async function lockInAnotherProcess(): Promise<ChildProcess> {
  const script = `import { lockFolder } from './app/db/folder-lock.ts';
    lockFolder(process.argv[1]); console.log('held'); setInterval(() => gc(), 50);`;
  const args = ['--expose-gc', '--input-type=module-typescript', '--eval', script, folder];
  const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  others.push(other);
  await once(other.stdout ?? other, 'data');
  return other;
}

test('a folder is held by one, in this process and in others', async () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(new StartError(`A site is running on ${folder} already`));
  lock.release();
  await lockInAnotherProcess();
  expect(() => lockFolder(folder)).toThrow(new StartError(`A site is running on ${folder} already`));
});

test('a process that is killed holds nothing, from that moment on', async () => {
  const other = await lockInAnotherProcess();
  other.kill('SIGKILL');
  await once(other, 'exit');
  lockFolder(folder).release();
  lockFolder(folder).release();
  expect(() => lockFolder(folder).release()).not.toThrow();
});

test('commands work beside it: they open the database and do not ask', async () => {
  await lockInAnotherProcess();
  const db = await openDatabase({ dataDir: folder });
  await db.write(({ query }) => query.insertInto('app_state').values({ name: 'a', value: 'b' }).execute());
  expect(await db.query.selectFrom('app_state').selectAll().execute()).toContainEqual({ name: 'a', value: 'b' });
  await db.close();
});

test('a folder that cannot be one is named in one line', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  expect(() => lockFolder(file)).toThrow(/^The folder .*file cannot be used: [^\n]+$/);
});
