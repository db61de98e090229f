import { expect, test } from 'vitest';
import { loadOnce } from './load-once.ts';

test('loads once for all who ask, and again after a failure', async () => {
  const results = [Promise.reject(new Error('no file can be opened')), Promise.resolve('font')];
  let times = 0;
  const load = loadOnce(() => results[times++] ?? Promise.resolve('once too often'));
  const [one, other] = await Promise.allSettled([load(), load()]);
  expect([one?.status, other?.status]).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([load(), load(), load()])).toEqual(['font', 'font', 'font']);
  expect(times).toBe(2);
});
