import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newEvent, openSource, type TestSource } from '../../../test/event-rows.ts';
import { viewEventCards } from './event-card.ts';

// The club's midnight, five hours behind.
const MIDNIGHT = Date.parse('2026-11-20T05:00:00Z');
const HOUR = 3_600_000;

let source: TestSource;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MIDNIGHT + 12 * HOUR });
  source = await openSource();
});
afterEach(async () => {
  vi.useRealTimers();
  await source.close();
});

describe('an event is over', () => {
  test.each([
    ['when it ended before today', { start: MIDNIGHT - 3 * HOUR, end: MIDNIGHT - 1 }, true],
    ['not while it ends today, however early', { start: MIDNIGHT - 3 * HOUR, end: MIDNIGHT }, false],
    ['not on the day of its start, where it has no end', { start: MIDNIGHT, end: null }, false],
    ['when it began before today and has no end', { start: MIDNIGHT - 1, end: null }, true],
    ['never without a date', { start: null, end: null }, false],
    ['never behind a custom date', { start: MIDNIGHT - 9 * HOUR, end: null, hiddenDate: true }, false],
  ])('%s', async (_when, given, isOver) => {
    const [card] = await viewEventCards(source.db, [newEvent('x', given)], source.clock);
    expect(card?.isOver).toBe(isOver);
  });
});

test('an event without a title is called something', async () => {
  const events = [newEvent('a', { title: '' }), newEvent('b', { title: 'Chess' })];
  const cards = await viewEventCards(source.db, events, source.clock);
  expect(cards.map(({ title }) => title)).toEqual(['Untitled event', 'Chess']);
});
