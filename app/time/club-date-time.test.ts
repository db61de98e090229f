import { describe, expect, test } from 'vitest';
import { momentOf, readWallTime, writeWallTime } from './club-date-time.ts';

const TORONTO = 'America/Toronto';

test('the run’s own zone is far from the club’s', () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Auckland');
});

test('a time typed in the club’s zone is that moment, whatever the machine’s zone, in winter and in summer', () => {
  expect(momentOf('2026-11-20T19:30', '', TORONTO)).toBe(Date.parse('2026-11-20T19:30-05:00'));
  expect(momentOf('2026-07-01T19:30', '', TORONTO)).toBe(Date.parse('2026-07-01T19:30-04:00'));
});

describe('in spring, when the clocks jump from 2:00 to 3:00', () => {
  test.each(['2026-03-08T02:00', '2026-03-08T02:30', '2026-03-08T02:59'])('%s does not exist', (wall) => {
    expect(readWallTime(wall, TORONTO)).toEqual({ kind: 'never', next: '2026-03-08T03:00' });
    expect(momentOf(wall, 'first', TORONTO)).toBeUndefined();
  });

  test('the minute before and the minute after are one minute apart', () => {
    const before = momentOf('2026-03-08T01:59', '', TORONTO);
    expect(momentOf('2026-03-08T03:00', '', TORONTO)).toBe((before ?? 0) + 60_000);
  });
});

describe('in autumn, when 1:00 to 2:00 comes twice', () => {
  test.each(['2026-11-01T01:00', '2026-11-01T01:30', '2026-11-01T01:59'])('%s is asked about', (wall) => {
    const read = readWallTime(wall, TORONTO);
    expect(read).toEqual({
      kind: 'twice',
      first: { time: Date.parse(`${wall}-04:00`), offset: 'UTC-04:00' },
      second: { time: Date.parse(`${wall}-05:00`), offset: 'UTC-05:00' },
    });
    expect(momentOf(wall, '', TORONTO)).toBeUndefined();
    expect(momentOf(wall, 'second', TORONTO)).toBe(Date.parse(`${wall}-05:00`));
  });

  test.each(['2026-11-01T00:59', '2026-11-01T02:00'])('%s is not', (wall) => {
    expect(readWallTime(wall, TORONTO).kind).toBe('once');
  });

  test('a stored moment is shown as the one it is', () => {
    expect(writeWallTime(Date.parse('2026-11-01T01:30-04:00'), TORONTO)).toEqual({
      wall: '2026-11-01T01:30',
      occurrence: 'first',
    });
    expect(writeWallTime(Date.parse('2026-11-01T01:30-05:00'), TORONTO)).toEqual({
      wall: '2026-11-01T01:30',
      occurrence: 'second',
    });
  });
});

test('a half-hour change and a day that was left out are known too', () => {
  expect(readWallTime('2026-10-04T02:15', 'Australia/Lord_Howe')).toEqual({ kind: 'never', next: '2026-10-04T02:30' });
  expect(readWallTime('2026-04-05T01:45', 'Australia/Lord_Howe')).toMatchObject({
    kind: 'twice',
    first: { offset: 'UTC+11:00' },
    second: { offset: 'UTC+10:30' },
  });
  expect(readWallTime('2011-12-30T12:00', 'Pacific/Apia')).toEqual({ kind: 'never', next: '2011-12-31T00:00' });
});

test('every hour of a year comes back as it was stored', () => {
  for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 3_600_000) {
    const { wall, occurrence } = writeWallTime(time, TORONTO);
    expect(momentOf(wall, occurrence, TORONTO)).toBe(time);
  }
});

test.each([
  '',
  '2026-11-20',
  '2026-02-30T10:00',
  '2026-06-00T10:00',
  '2026-00-10T10:00',
  '2026-11-20T24:01',
  '0026-11-20T10:00',
  '20 Nov 2026',
  '2026-11-20T10:00Z',
])('%j is no time', (text) => expect(readWallTime(text, TORONTO)).toEqual({ kind: 'unreadable' }));
