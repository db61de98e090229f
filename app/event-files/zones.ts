import { CalendarDateTime, toZoned } from '@internationalized/date';
import type ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { parseLazy } from './unreadable.ts';

/** The moment at which clocks show this time, in epoch milliseconds: the first of two, or the next one if clocks skip it. */
export type ReadWall = (wall: ICAL.Time) => number;

/**
 * Finds a zone by its IANA name, by Outlook's name in CLDR's table, or by the file's own definition. undefined for an unknown
 * zone.
 */
export function zoneReader(name: string, own: Map<string, ICAL.Timezone>): ReadWall | undefined {
  const iana = ianaName(name);
  if (iana !== undefined) return (wall) => inZone(wall, iana);
  const described = own.get(name);
  return described && ((wall) => inUtc(wall) - parseLazy(() => described.utcOffset(wall)) * 1000);
}

export function inZone({ year, month, day, hour, minute, second }: ICAL.Time, timeZone: string): number {
  return toZoned(new CalendarDateTime(year, month, day, hour, minute, second), timeZone)
    .toDate()
    .getTime();
}

export function inUtc({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Some programs write a path before the name. */
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
