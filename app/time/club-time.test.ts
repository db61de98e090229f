import { describe, expect, test } from 'vitest';
import {
  formatCardStart,
  formatDateBlock,
  formatTableDate,
  formatViewTime,
  startOfToday,
  startOfTomorrow,
  zoneName,
} from './club-time.ts';

const clock = { timeZone: 'America/Toronto', locale: 'en-US' };
const at = (iso: string) => Date.parse(iso);
const HOUR = 3_600_000;

describe('the boundary of past and future is midnight at the club', () => {
  test.each([
    ['an ordinary day', '2026-11-20T12:00:00Z', '2026-11-20T05:00:00Z', 24],
    ['just before midnight at the club', '2026-11-21T04:59:59.999Z', '2026-11-20T05:00:00Z', 24],
    ['midnight itself', '2026-11-21T05:00:00Z', '2026-11-21T05:00:00Z', 24],
    ['the day on which clocks go forward', '2026-03-08T18:00:00Z', '2026-03-08T05:00:00Z', 23],
    ['the day on which clocks go back', '2026-11-01T18:00:00Z', '2026-11-01T04:00:00Z', 25],
  ])('%s', (_name, now, midnight, hours) => {
    expect(startOfToday(clock.timeZone, at(now))).toBe(at(midnight));
    expect(startOfTomorrow(clock.timeZone, at(now))).toBe(at(midnight) + hours * HOUR);
  });

  test('where clocks go forward at midnight, the day begins with the first moment that exists', () => {
    expect(startOfToday('Africa/Cairo', at('2026-04-24T12:00:00Z'))).toBe(at('2026-04-23T22:00:00Z'));
  });
});

describe('formats are literal, in the club’s zone', () => {
  test('a card’s start', () => {
    expect(formatCardStart(at('2026-11-21T00:30:00Z'), clock)).toBe('Friday, November 20, 2026, 07:30 PM');
    expect(formatCardStart(at('2026-07-05T04:05:00Z'), clock)).toBe('Sunday, July 5, 2026, 12:05 AM');
  });

  test('the event view', () => {
    expect(formatViewTime(at('2026-11-21T00:30:00Z'), clock)).toBe('Nov 20, 2026, 07:30 PM');
    expect(formatViewTime(at('2026-11-20T17:00:00Z'), clock)).toBe('Nov 20, 2026, 12:00 PM');
  });

  test('the admin table: calendar year, month, day', () => {
    expect(formatTableDate(at('2027-01-01T03:00:00Z'), clock)).toBe('2026-12-31');
    expect(formatTableDate(at('0987-06-05T12:00:00Z'), clock)).toBe('0987-06-05');
  });

  test('the date block', () => {
    expect(formatDateBlock(at('2026-11-21T00:30:00Z'), clock)).toEqual({ weekday: 'Fri', day: '20', month: 'Nov' });
  });

  test('both sides of a clock change show what a clock on the club’s wall shows', () => {
    expect(formatViewTime(at('2026-03-08T06:59:00Z'), clock)).toBe('Mar 8, 2026, 01:59 AM');
    expect(formatViewTime(at('2026-03-08T07:00:00Z'), clock)).toBe('Mar 8, 2026, 03:00 AM');
    expect(formatViewTime(at('2026-11-01T05:30:00Z'), clock)).toBe('Nov 1, 2026, 01:30 AM');
    expect(formatViewTime(at('2026-11-01T06:30:00Z'), clock)).toBe('Nov 1, 2026, 01:30 AM');
  });
});

test.each([
  ['America/Toronto', 'Toronto time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['UTC', 'UTC'],
])('%s is called %s', (timeZone, name) => {
  expect(zoneName(timeZone)).toBe(name);
});
