import { formatDay, formatHours, formatMoment } from './club-time.ts';

/** A zone in which a wall time reads as it was typed. */
const WALL = { timeZone: 'UTC', locale: 'en-US' };

/** 'Fri Nov 27' of '2026-11-27T18:00' */
export function wallDay(wall: string): string {
  return formatDay(timeOf(wall), WALL);
}

/** '6 PM' */
export function wallHour(wall: string): string {
  return formatHours(timeOf(wall), WALL);
}

/** 'Fri Nov 27, 6 PM' */
export function wallMoment(wall: string): string {
  return formatMoment(timeOf(wall), WALL);
}

function timeOf(wall: string): number {
  return Date.parse(`${wall}Z`);
}
