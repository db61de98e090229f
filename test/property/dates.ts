import { fromAbsolute, toCalendarDateTime } from '@internationalized/date';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { writeEventCalendar } from '../../app/feeds/calendar.ts';
import { momentOf, readWallTime, writeWallTime } from '../../app/time/club-date-time.ts';
import {
  formatCardStart,
  formatSpreadsheetTime,
  formatTableDate,
  formatViewTime,
  startOfToday,
  startOfTomorrow,
} from '../../app/time/club-time.ts';
import { eventSchema } from '../../app/domain/events/event-json-ld.ts';
import { hasFixedDate } from '../../app/domain/events/times.ts';
import { newEvent } from '../event-rows.ts';
import { hostileText } from './hostile.ts';
import type { Runs } from './runs.ts';

/** With a change of an hour, of half an hour, at midnight, north, south, far off, and none at all. */
const ZONES = [
  ...['America/Toronto', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'],
  ...['America/Nuuk', 'Africa/Cairo', 'America/Santiago', 'Atlantic/Azores', 'Pacific/Apia', 'Europe/Dublin'],
];
const MINUTE = 60_000;
const DAY = 86_400_000;
const FROM = Date.UTC(1975, 0, 1);
const TO = Date.UTC(2100, 0, 1);

/** Whole minutes, most of them within hours of a change of the clocks. */
function moments(timeZone: string) {
  const changes: number[] = [];
  for (let day = Date.UTC(2005, 0, 1); day < Date.UTC(2035, 0, 1); day += DAY) {
    if (offsetAt(day, timeZone) !== offsetAt(day + DAY, timeZone)) changes.push(day);
  }
  const near = fc.tuple(fc.constantFrom(...changes, FROM), fc.integer({ min: -300, max: 1740 }));
  return fc.oneof(
    near.map(([day, minutes]) => day + minutes * MINUTE),
    fc.integer({ min: FROM / MINUTE, max: TO / MINUTE }).map((minutes) => minutes * MINUTE),
  );
}

function offsetAt(time: number, timeZone: string): number {
  return fromAbsolute(time, timeZone).offset;
}

const HOST = {
  name: 'Club',
  email: 'club@example.edu',
  publicUrl: 'https://club.example.edu',
  university: 'Example',
  building: 'Hall',
  room: '1',
  address: ['1 Example Street'],
};

/** Typed, stored and shown in the club's zone, wherever the server stands. */
export function testDates({ dates }: Runs): void {
  describe.each(ZONES)('whatever the moment, in %s', (timeZone) => {
    const clock = { timeZone, locale: 'en-US' };
    const times = { numRuns: dates };

    test('it is typed as it was shown, also where the clocks go back', () => {
      const property = fc.property(moments(timeZone), (time) => {
        const { wall, occurrence } = writeWallTime(time, timeZone);
        expect(momentOf(wall, occurrence, timeZone)).toBe(time);
        const [hours = '', minutes = ''] = wall.slice(11).split(':');
        const shown = `${String(Number(hours) % 12 || 12).padStart(2, '0')}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
        expect(formatCardStart(time, clock).endsWith(shown)).toBe(true);
        expect(formatViewTime(time, clock).endsWith(shown)).toBe(true);
        expect(formatTableDate(time, clock)).toBe(wall.slice(0, 10));
        expect(formatSpreadsheetTime(time, clock)).toBe(`${wall.replace('T', ' ')}:00`);
      });
      fc.assert(property, times);
    });

    test('a time that the clocks show once, twice or never is read so', () => {
      const property = fc.property(moments(timeZone), fc.integer({ min: -90, max: 90 }), (near, minutes) => {
        const wall = toCalendarDateTime(fromAbsolute(near, timeZone)).add({ minutes });
        const shownAt = [-120, -90, -60, -30, 0, 30, 60, 90, 120]
          .map((shift) => wall.toDate(timeZone).getTime() + shift * MINUTE)
          .filter((time) => toCalendarDateTime(fromAbsolute(time, timeZone)).compare(wall) === 0);
        const read = readWallTime(wall.toString().slice(0, 16), timeZone);
        expect(read.kind).toBe((['never', 'once', 'twice'] as const)[shownAt.length]);
        const next = read.kind === 'never' ? read.next : undefined;
        expect(next === undefined || readWallTime(next, timeZone).kind !== 'never').toBe(true);
        expect(next === undefined || next > wall.toString().slice(0, 16)).toBe(true);
        expect(read.kind === 'twice' ? [read.first.time, read.second.time] : shownAt).toEqual(shownAt);
      });
      fc.assert(property, times);
    });

    test('today begins at the club’s midnight, and ends where tomorrow begins', () => {
      const property = fc.property(moments(timeZone), (now) => {
        const [today, tomorrow] = [startOfToday(timeZone, now), startOfTomorrow(timeZone, now)];
        expect(today <= now && now < tomorrow).toBe(true);
        expect(formatTableDate(today, clock)).toBe(formatTableDate(now, clock));
        expect(formatTableDate(today - 1, clock)).not.toBe(formatTableDate(now, clock));
        expect(startOfToday(timeZone, tomorrow)).toBe(tomorrow);
        expect(startOfToday(timeZone, tomorrow - 1)).toBe(today);
      });
      fc.assert(property, times);
    });

    test('a calendar and a search engine are told the same moment', () => {
      const anyTime = fc.oneof(moments(timeZone), fc.integer({ min: FROM, max: 253_402_300_799_999 }));
      const property = fc.property(anyTime, anyTime, hostileText, hostileText, (start, end, title, text) => {
        const event = newEvent('k', { start, end, title, description: text, location: text, presenter: title });
        const calendar = writeEventCalendar(event, HOST, { edition: { sequence: 1, at: start } });
        const schema = eventSchema(event, { ...HOST, timeZone });
        expect([calendar !== undefined, schema !== undefined]).toEqual([hasFixedDate(event), hasFixedDate(event)]);
        fc.pre(hasFixedDate(event));
        const [read] = new ICAL.Component(ICAL.parse(calendar ?? '')).getAllSubcomponents('vevent');
        const told = read && new ICAL.Event(read).startDate.toJSDate().getTime();
        expect(told).toBe(Math.floor(start / 1000) * 1000);
        expect(Math.floor(Date.parse(JSON.stringify(schema?.['startDate']).slice(1, -1)) / 1000)).toBe(
          Math.floor(start / 1000),
        );
        expect(calendar?.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
      });
      fc.assert(property, { numRuns: Math.ceil(dates / 8) });
    });
  });

  test('whatever is typed for a time is read or said to be unreadable', () => {
    const typed = fc.oneof(hostileText, fc.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/));
    const property = fc.property(typed, fc.constantFrom(...ZONES), (text, timeZone) => {
      const read = readWallTime(text, timeZone);
      const shown = read.kind === 'once' ? writeWallTime(read.time, timeZone).wall : text.slice(0, 16);
      expect(shown).toBe(text.slice(0, 16));
    });
    fc.assert(property, { numRuns: dates });
  });
}
