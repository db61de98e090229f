import { describe, expect, test } from 'vitest';
import { endAfter, isOverADay, lengthOf, weekLater, type WallSpan } from './wall-span.ts';

const TORONTO = 'America/Toronto';

/** An event from `start` to `end`, each with '#1' or '#2' behind it where that time comes twice. */
function span(start: string, end: string): WallSpan {
  const [from, to] = [start, end].map((text) => text.split('#'));
  const which = (mark: string | undefined) => (mark === undefined ? '' : mark === '1' ? 'first' : 'second');
  return {
    start: from?.[0] ?? '',
    startOccurrence: which(from?.[1]),
    end: to?.[0] ?? '',
    endOccurrence: which(to?.[1]),
  };
}

/** Where the end of an event goes when its start is moved, as its dialog does it. */
function moved(before: WallSpan, start: string): string {
  const { end, endOccurrence } = endAfter(start, lengthOf(before, TORONTO) ?? NaN, TORONTO);
  return end + (endOccurrence && (endOccurrence === 'first' ? '#1' : '#2'));
}

describe('moving the start keeps the duration', () => {
  test('by an hour, by a week, over midnight and over a year’s end', () => {
    const evening = span('2026-11-20T19:30', '2026-11-20T21:00');
    expect(moved(evening, '2026-11-20T18:30')).toBe('2026-11-20T20:00');
    expect(moved(evening, '2026-11-27T19:30')).toBe('2026-11-27T21:00');
    expect(moved(evening, '2026-11-20T23:15')).toBe('2026-11-21T00:45');
    expect(moved(evening, '2026-12-31T23:00')).toBe('2027-01-01T00:30');
  });

  test('as the clocks show it, over the nights in which they change', () => {
    const late = span('2026-10-30T22:00', '2026-10-31T04:00');
    expect(moved(late, '2026-10-31T22:00')).toBe('2026-11-01T04:00');
    expect(moved(late, '2027-03-13T22:00')).toBe('2027-03-14T04:00');
    expect(moved(span('2026-10-30T19:30', '2026-10-30T21:00'), '2026-11-06T19:30')).toBe('2026-11-06T21:00');
  });

  test('an end that the clocks jump over is the next time there is, one that comes twice is the first', () => {
    expect(moved(span('2027-03-13T01:00', '2027-03-13T02:30'), '2027-03-14T01:00')).toBe('2027-03-14T03:00');
    expect(moved(span('2026-10-31T00:00', '2026-10-31T01:30'), '2026-11-01T00:00')).toBe('2026-11-01T01:30#1');
  });

  test('in the repeated hour the end is not put before the start', () => {
    const { end, endOccurrence } = endAfter('2026-11-01T01:15', 30, TORONTO, 'second');
    expect([end, endOccurrence]).toEqual(['2026-11-01T01:45', 'second']);
  });

  test('an end that is earlier on the clock, since they went back, is as much later as it was', () => {
    expect(lengthOf(span('2026-11-01T01:45#1', '2026-11-01T01:15#2'), TORONTO)).toBe(30);
  });

  test.each([
    ['', '2026-11-20T21:00'],
    ['2026-11-20T19:30', ''],
    ['0020-11-20T19:30', '2026-11-20T21:00'],
    ['2026-11-20T19:30', '2026-11-20T19:00'],
  ])('there is none from %j to %j', (start, end) => {
    expect(lengthOf(span(start, end), TORONTO)).toBeUndefined();
  });

  test('a start that cannot be read gives no end', () => {
    expect(endAfter('0002-11-20T19:30', 90, TORONTO)).toEqual({ end: '', endOccurrence: '' });
  });
});

describe('a week later', () => {
  test('is the same time of the clock, also when they change in between', () => {
    expect(weekLater(span('2026-10-30T19:30', '2026-10-30T21:00'), TORONTO)).toEqual(
      span('2026-11-06T19:30', '2026-11-06T21:00'),
    );
  });

  test('is the next time there is, and of two the first', () => {
    expect(weekLater(span('2027-03-07T02:30', '2027-03-07T04:30'), TORONTO)).toEqual(
      span('2027-03-14T03:00', '2027-03-14T04:30'),
    );
    expect(weekLater(span('2026-10-25T01:30', '2026-10-25T03:00'), TORONTO)).toEqual(
      span('2026-11-01T01:30#1', '2026-11-01T03:00'),
    );
  });

  test('leaves alone what is empty', () => {
    expect(weekLater(span('2026-11-20T19:30', ''), TORONTO)).toEqual(span('2026-11-27T19:30', ''));
  });
});

test('more than a day is more than 24 hours of the club’s clock', () => {
  expect(isOverADay(span('2026-11-20T19:30', '2026-11-21T19:30'), TORONTO)).toBe(false);
  expect(isOverADay(span('2026-11-20T19:30', '2026-11-21T19:31'), TORONTO)).toBe(true);
  // Twenty-five hours, but the clocks went back.
  expect(isOverADay(span('2026-10-31T19:30', '2026-11-01T19:30'), TORONTO)).toBe(false);
  expect(isOverADay(span('', '2026-11-01T19:30'), TORONTO)).toBe(false);
});
