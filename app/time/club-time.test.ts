import { describe, expect, test } from 'vitest';
import {
  formatCardStart,
  formatDateBlock,
  formatDay,
  formatMoment,
  formatSpan,
  formatSpanLines,
  formatTableDate,
  formatViewTime,
  formatWeek,
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

describe('the one way to write a time', () => {
  const now = at('2026-11-20T12:00:00Z');
  const span = (start: string, end: string | null) => formatSpan(at(start), end === null ? null : at(end), clock, now);

  test.each([
    ['an evening', '2026-11-24T23:00:00Z', '2026-11-25T01:00:00Z', 'Tue Nov 24, 6–8 PM'],
    ['half hours', '2026-11-24T23:30:00Z', '2026-11-25T02:15:00Z', 'Tue Nov 24, 6:30–9:15 PM'],
    ['over noon', '2026-11-24T16:00:00Z', '2026-11-24T18:00:00Z', 'Tue Nov 24, 11 AM–1 PM'],
    ['until midnight', '2026-11-24T23:00:00Z', '2026-11-25T05:00:00Z', 'Tue Nov 24, 6 PM–12 AM'],
    ['past midnight', '2026-11-24T23:00:00Z', '2026-11-25T07:00:00Z', 'Tue Nov 24, 6 PM–2 AM'],
    ['a whole day', '2026-11-24T05:00:00Z', '2026-11-25T05:00:00Z', 'Tue Nov 24, 12 AM–12 AM'],
    ['a weekend', '2026-11-21T00:30:00Z', '2026-11-22T22:00:00Z', 'Fri Nov 20, 7:30 PM – Sun Nov 22, 5 PM'],
    ['no end', '2026-11-24T23:00:00Z', null, 'Tue Nov 24, 6 PM'],
    ['an end before its start', '2026-11-24T23:00:00Z', '2026-11-24T22:00:00Z', 'Tue Nov 24, 6 PM'],
    ['another year', '2027-01-05T23:00:00Z', '2027-01-06T01:00:00Z', 'Tue Jan 5, 2027, 6–8 PM'],
    ['over New Year', '2027-01-01T01:00:00Z', '2027-01-01T15:00:00Z', 'Thu Dec 31, 8 PM – Fri Jan 1, 2027, 10 AM'],
  ])('%s', (_name, start, end, text) => {
    expect(span(start, end)).toBe(text);
  });

  test('the year is the club’s, not the machine’s', () => {
    expect(formatDay(at('2027-01-01T03:00:00Z'), clock, now)).toBe('Thu Dec 31');
    expect(formatDay(at('2027-01-01T05:00:00Z'), clock, now)).toBe('Fri Jan 1, 2027');
    expect(formatMoment(at('2026-11-01T06:30:00Z'), clock, now)).toBe('Sun Nov 1, 1:30 AM');
  });

  test.each([
    ['the Monday of this week', '2026-11-16T05:00:00Z', 'This week'],
    ['its last moment', '2026-11-23T04:59:59Z', 'This week'],
    ['the first moment of the next', '2026-11-23T05:00:00Z', 'Next week'],
    ['its last moment, an evening', '2026-11-30T04:59:59Z', 'Next week'],
    ['the week after', '2026-12-06T17:00:00Z', 'Week of Mon Nov 30'],
    ['the week that New Year is in', '2027-01-01T17:00:00Z', 'Week of Mon Dec 28'],
    ['next year', '2027-01-04T17:00:00Z', 'Week of Mon Jan 4, 2027'],
    ['the last moment of the week before', '2026-11-16T04:59:59Z', 'Last week'],
    ['its Monday', '2026-11-09T05:00:00Z', 'Last week'],
    ['two weeks before', '2026-11-09T04:59:59Z', 'Week of Mon Nov 2'],
  ])('a week begins on its Monday at the club: %s', (_name, time, week) => {
    expect(formatWeek(at(time), clock, at('2026-11-20T17:00:00Z'))).toBe(week);
  });

  test('the week around a clock change is seven days of the calendar', () => {
    const saturday = at('2026-10-31T17:00:00Z');
    expect(formatWeek(at('2026-11-02T04:59:59Z'), clock, saturday)).toBe('This week');
    expect(formatWeek(at('2026-11-02T05:00:00Z'), clock, saturday)).toBe('Next week');
  });

  test('day and hours stand in lines of their own', () => {
    const lines = (end: string) => formatSpanLines(at('2026-11-24T23:00:00Z'), at(end), clock, now);
    expect(lines('2026-11-25T01:00:00Z')).toEqual(['Tue Nov 24', '6–8 PM']);
    expect(lines('2026-11-27T01:00:00Z')).toEqual(['Tue Nov 24, 6 PM –', 'Thu Nov 26, 8 PM']);
  });
});

test.each([
  ['America/Toronto', 'Toronto time'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
  ['UTC', 'UTC'],
])('%s is called %s', (timeZone, name) => {
  expect(zoneName(timeZone)).toBe(name);
});
