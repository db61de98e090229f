import { afterAll, expect, test } from 'vitest';
import { sqliteDatabase } from '../../../test/databases.ts';
import { doorLimits } from './door.ts';

const { db, close } = await sqliteDatabase();
afterAll(close);

const batchOf = (count: number) => ({
  now: 0,
  actions: Array.from({ length: count }, () => {
    return { verb: 'checkIn' as const, id: crypto.randomUUID(), key: 'ana', at: 0 };
  }),
});

test('at a door what a batch holds is counted: twenty actions as much as a batch', async () => {
  const limitsOf = doorLimits(db);
  const limit = limitsOf('jam');
  for (let at = 0; at < 90; at++) {
    expect(await limit.send()).toBeUndefined();
    expect(await limit.doAll(batchOf(200))).toBeUndefined();
  }
  expect(await limit.send()).toBeGreaterThan(0);
  expect(await limitsOf('talk').send()).toBeUndefined();
});

test('what does not go in whole counts for nothing', async () => {
  const limit = doorLimits(db)('jam');
  for (let at = 0; at < 895; at++) await limit.send();
  expect(await limit.doAll(batchOf(200))).toBeGreaterThan(0);
  for (let left = 5; left > 0; left--) expect(await limit.send()).toBeUndefined();
  expect(await limit.send()).toBeGreaterThan(0);
});

test('whoever asks for the list without end waits', async () => {
  const limit = doorLimits(db)('jam');
  for (let at = 0; at < 900; at++) expect(await limit.look()).toBeUndefined();
  expect(await limit.look()).toBeGreaterThan(0);
});
