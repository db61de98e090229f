import { expect, test } from 'vitest';
import { loadOnce, loadOnceEach } from './load-once.ts';

test('loads once for all who ask, and again after a failure', async () => {
  const results = [Promise.reject(new Error('no file can be opened')), Promise.resolve('font')];
  let times = 0;
  const load = loadOnce(() => results[times++] ?? Promise.resolve('once too often'));
  const [one, other] = await Promise.allSettled([load(), load()]);
  expect([one?.status, other?.status]).toEqual(['rejected', 'rejected']);
  expect(await Promise.all([load(), load(), load()])).toEqual(['font', 'font', 'font']);
  expect(times).toBe(2);
});

test('a failure of one key is none of another’s', async () => {
  const failing = new Set(['bold']);
  const load = loadOnceEach(async (key: string) => {
    if (failing.delete(key)) throw new Error('no file can be opened');
    return { key };
  });
  await expect(load('bold')).rejects.toThrow('no file');
  expect(await load('plain')).toBe(await load('plain'));
  expect(await load('bold')).toEqual({ key: 'bold' });
});
