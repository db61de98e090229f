import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../domain/topics.ts';
import { createBus } from './bus.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the places of a form are told at once, then at most twice a second, the last change too', () => {
  const told: Change[][] = [];
  const bus = createBus();
  bus.subscribe((changes) => told.push(changes));
  const places = (key: string): Change => ({ topic: 'places', key });
  bus.publish([places('a'), { topic: 'entry', key: 'a/1' }]);
  for (let at = 0; at < 100; at++) bus.publish([places('a'), { topic: 'entry', key: `a/${at}` }]);
  bus.publish([places('b')]);
  expect(told.flat().filter(({ topic }) => topic === 'places')).toEqual([places('a'), places('b')]);
  expect(told.flat().filter(({ topic }) => topic === 'entry')).toHaveLength(101);
  vi.advanceTimersByTime(500);
  expect(told.flat().filter(({ topic }) => topic === 'places')).toEqual([places('a'), places('b'), places('a')]);
  vi.advanceTimersByTime(5000);
  expect(told.flat().filter(({ topic }) => topic === 'places')).toHaveLength(3);
  bus.publish([places('a')]);
  expect(told.flat().filter(({ topic }) => topic === 'places')).toHaveLength(4);
});
