import { CalendarDateTime, toZoned } from '@internationalized/date';
import type ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { parsed } from './unread.ts';

/** A moment of clocks that show this: where one comes twice the first, where none does the next. Epoch milliseconds. */
export type ReadWall = (wall: ICAL.Time) => number;

/**
 * How clocks of a zone are read: by its IANA name, or Outlook's by CLDR's table, or what the file itself says of it. undefined for
 * a zone that nobody knows.
 */
export function zoneReader(name: string, own: Map<string, ICAL.Timezone>): ReadWall | undefined {
  const iana = ianaName(name);
  if (iana !== undefined) return (wall) => inZone(wall, iana);
  const described = own.get(name);
  return described && ((wall) => inUtc(wall) - parsed(() => described.utcOffset(wall)) * 1000);
}

export function inZone({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return toZoned(new CalendarDateTime(year, month, day, hour, minute, second), timeZone)
    .toDate()
    .getTime();
}

export function inUtc({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Some programs write a path before it. */
function ianaName(name: string): string | undefined {
  const plain = name.replace(/^"|"$/g, '');
  const windows = findIana(plain)[0];
  return [plain, windows, plain.split('/').slice(-2).join('/')].find((one) => one !== undefined && isZone(one));
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
