import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countdown, dayWord } from './countdown.ts';

const ZONE = 'America/Toronto';
const at = (iso: string) => Date.parse(iso);
const said = (start: string, now: string) =>
  countdown(at(start), at(now), ZONE)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(' ');

test.each([
  ['2026-11-23T19:30:00-05:00', '2026-11-20T15:10:00-05:00', '3 days 4 hours'],
  ['2026-11-21T19:30:00-05:00', '2026-11-20T19:30:00-05:00', '1 day'],
  ['2026-11-20T19:30:00-05:00', '2026-11-20T14:18:00-05:00', '5 hours 12 minutes'],
  ['2026-11-20T19:30:00-05:00', '2026-11-20T18:30:00-05:00', '1 hour'],
  ['2026-11-20T19:30:00-05:00', '2026-11-20T19:28:30-05:00', '2 minutes'],
  ['2026-11-20T19:30:00-05:00', '2026-11-20T19:29:59-05:00', '1 minute'],
])('%s, seen at %s, is %s ahead', (start, now, text) => {
  expect(said(start, now)).toBe(text);
});

test.each([
  ['an hour is given', '2026-11-01T19:00:00-05:00', '2026-10-31T19:00:00-04:00', '1 day'],
  ['an hour is taken', '2027-03-14T19:00:00-04:00', '2027-03-13T19:00:00-05:00', '1 day'],
  ['within the day of 25 hours', '2026-11-01T09:00:00-05:00', '2026-11-01T00:00:00-04:00', '10 hours'],
  ['within the day of 23 hours', '2027-03-14T09:00:00-04:00', '2027-03-14T00:00:00-05:00', '8 hours'],
])('days are those of the club’s clocks: %s', (_what, start, now, text) => {
  expect(said(start, now)).toBe(text);
});

test('at any moment before any start there is something to count, within its bounds', () => {
  const moment = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 400 * 86_400_000 }), (now, ahead) => {
      const parts = countdown(now + ahead, now, ZONE);
      expect(parts.length).toBeGreaterThan(0);
      for (const { count, unit } of parts) {
        expect(count).toBeGreaterThan(0);
        expect(count).toBeLessThanOrEqual(unit.startsWith('minute') ? 59 : unit.startsWith('hour') ? 24 : 401);
      }
    }),
  );
});

test.each([
  ['2026-11-20T23:59:00-05:00', '2026-11-20T00:00:00-05:00', 'Today'],
  ['2026-11-21T00:00:00-05:00', '2026-11-20T23:59:59-05:00', 'Tomorrow'],
  ['2026-11-02T00:30:00-05:00', '2026-11-01T00:30:00-04:00', 'Tomorrow'],
  ['2026-11-22T00:00:00-05:00', '2026-11-20T23:59:59-05:00', undefined],
  ['2026-11-19T23:00:00-05:00', '2026-11-20T00:00:00-05:00', undefined],
])('%s, seen at %s, is %s', (start, now, word) => {
  expect(dayWord(at(start), at(now), ZONE)).toBe(word);
});
