import { expect, test } from 'vitest';
import { heapAfterGc } from '../../test/heap.ts';
import { createWindow } from './sliding-window.ts';

test('remembers a bounded number of keys and times, whoever asks', () => {
  const window = createWindow({ points: 50, seconds: 60 }, { keys: 100, times: 400 });
  for (let key = 0; key < 10_000; key++) window.take(`2001:db8:${key}::/64`, key);
  expect(window.size().keys).toBeLessThanOrEqual(100);
  for (let at = 0; at < 10_000; at++) window.take(`10.0.0.${at % 20}`, 20_000 + at);
  expect(window.size().times).toBeLessThanOrEqual(400);
});

test('forgets first whoever was not heard of longest', () => {
  const window = createWindow({ points: 1, seconds: 60 }, { keys: 3, times: 100 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) window.take(key, 0);
  expect(window.take('a', 1).waitMs).toBeGreaterThan(0);
  expect(window.take('b', 1).waitMs).toBe(0);
});

test('says how many count', () => {
  const window = createWindow({ points: 3, seconds: 1 });
  expect([0, 10, 20, 30, 1005].map((now) => window.take('a', now).counted)).toEqual([1, 2, 3, 4, 3]);
  window.forget('a');
  expect(window.take('a', 1006).counted).toBe(1);
  expect(window.size()).toEqual({ keys: 1, times: 1 });
});

test('whoever counts no more is forgotten as soon as anybody comes', () => {
  const window = createWindow({ points: 2, seconds: 60 });
  for (let key = 0; key < 500; key++) window.take(`2001:db8:${key}::/64`, key);
  window.take('10.0.0.1', 61_000);
  expect(window.size()).toEqual({ keys: 1, times: 1 });
  window.take('10.0.0.2', 61_000).release();
  expect(window.size()).toEqual({ keys: 1, times: 1 });
});

test('what one remembers of a name is as long as of any other', () => {
  const window = createWindow({ points: 1, seconds: 60 });
  const before = heapAfterGc();
  for (let key = 0; key < 1000; key++) window.take(`${key}${'x'.repeat(20_000)}`, 0);
  expect(window.size().keys).toBe(1000);
  expect(heapAfterGc() - before).toBeLessThan(2_000_000);
  expect(window.take(`7${'x'.repeat(20_000)}`, 1).waitMs).toBeGreaterThan(0);
});
