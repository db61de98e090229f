import { expect, test } from 'vitest';
import { postgresDatabase, sqliteDatabase } from '../../test/databases.ts';
import { openDatabase } from './open-database.server.ts';
import { acquireLease } from './lease.ts';

test('one of many copies that ask at once gets the turn, and the next one when it is time', async () => {
  const { db, databaseUrl: url, dataDir, close } = await postgresDatabase();
  const other = await openDatabase({ url, dataDir });
  const now = Date.now();
  const ask = (at: number) =>
    Promise.all(Array.from({ length: 10 }, (_copy, copy) => acquireLease(copy % 2 ? db : other, 'tidy', 1000, at)));
  expect((await ask(now)).filter(Boolean)).toHaveLength(1);
  expect((await ask(now + 999)).filter(Boolean)).toHaveLength(0);
  expect((await ask(now + 1000)).filter(Boolean)).toHaveLength(1);
  expect(await acquireLease(db, 'other work', 1000, now)).toBe(true);
  await other.close();
  await close();
});

test('a process alone has every turn: what a crash left is tidied up soon after the next start', async () => {
  const { db, close } = await sqliteDatabase();
  const now = Date.now();
  expect(await acquireLease(db, 'tidy', 1000, now)).toBe(true);
  expect(await acquireLease(db, 'tidy', 1000, now + 1)).toBe(true);
  await close();
});
