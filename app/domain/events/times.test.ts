import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clockTime } from '../../../test/sign-ups.ts';
import { isOver, overFrom, phaseOf } from './times.ts';

const MINUTE = 60_000;

describe.each(['America/Toronto', 'Asia/Kolkata', 'Pacific/Auckland', 'America/Santiago'])('in %s', (zone) => {
  const at = (wall: string) => clockTime(wall, zone);
  const dated = (start: string, end?: string) => ({
    start: at(start),
    end: end === undefined ? null : at(end),
    hiddenDate: false,
  });

  test.each([
    ['in the morning', '2026-11-20T09:00', '2026-11-20T11:00'],
    ['past midnight', '2026-11-20T22:00', '2026-11-21T02:00'],
    ['after days', '2026-11-20T22:00', '2026-11-23T12:00'],
    ['after the clocks were put forward', '2026-03-07T20:00', '2026-03-08T05:00'],
    ['after the clocks were put back', '2026-10-31T20:00', '2026-11-01T05:00'],
  ])('an event that ends %s is over at its end', (_when, start, end) => {
    const event = dated(start, end);
    expect(overFrom(event, zone)).toBe(at(end));
    expect(isOver(event, zone, at(end) - 1)).toBe(false);
    expect(isOver(event, zone, at(end))).toBe(true);
  });

  test('it is today from the midnight before an event until it is over', () => {
    const event = dated('2026-11-20T22:00', '2026-11-21T02:00');
    const phases = ['2026-11-19T23:59', '2026-11-20T00:00', '2026-11-21T01:59', '2026-11-21T02:00'].map((wall) =>
      phaseOf(event, zone, at(wall)),
    );
    expect(phases).toEqual(['before', 'today', 'today', 'after']);
    expect(phaseOf({ ...event, hiddenDate: true }, zone, at('2027-01-01T12:00'))).toBe('before');
  });

  test('what is over from a moment on is over then, and not a millisecond before', () => {
    const time = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
    fc.assert(
      fc.property(time, fc.option(fc.integer({ min: -MINUTE, max: 5000 * MINUTE })), (start, length) => {
        const event = { start, end: length === null ? null : start + length, hiddenDate: false };
        const over = overFrom(event, zone);
        expect([isOver(event, zone, over - 1), isOver(event, zone, over)]).toEqual([false, true]);
      }),
    );
  });

  test('what has no fixed date is never over', () => {
    for (const event of [
      { start: null, end: null, hiddenDate: false },
      { start: at('2020-01-01T10:00'), end: at('2020-01-01T12:00'), hiddenDate: true },
    ]) {
      expect([overFrom(event, zone), isOver(event, zone)]).toEqual([Infinity, false]);
    }
  });
});

test.each([
  ['America/Toronto', '2026-11-20T09:00', '2026-11-21T00:00'],
  ['America/Toronto', '2026-03-08T01:30', '2026-03-09T00:00'],
  ['America/Toronto', '2026-11-01T00:30', '2026-11-02T00:00'],
  ['Asia/Kolkata', '2026-11-20T23:59', '2026-11-21T00:00'],
  // There the clocks are changed at midnight: the day has no last hour, or it comes twice.
  ['America/Santiago', '2026-09-05T12:00', '2026-09-06T01:00'],
  ['America/Santiago', '2026-04-04T12:00', '2026-04-05T00:00'],
])('in %s an event without an end that begins at %s is over with that day', (zone, start, end) => {
  const event = { start: clockTime(start, zone), end: null, hiddenDate: false };
  const over = clockTime(end, zone);
  expect(overFrom(event, zone)).toBe(over);
  expect([isOver(event, zone, over - 1), isOver(event, zone, over)]).toEqual([false, true]);
});
