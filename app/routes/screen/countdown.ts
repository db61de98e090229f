import { addDays, startOfDay, startOfToday } from '../../time/club-time.ts';
import { DAY_MS } from '../../time/durations.ts';

const MINUTE_MS = 60_000;

/** How long until `start`, in the two largest units: '3 days 4 hours', '5 hours 12 minutes', '1 minute'. */
export function countdown(start: number, now: number, timeZone: string): { count: number; unit: string }[] {
  // A minute that has begun counts, so that nobody reads that none is left.
  const from = start - Math.ceil((start - now) / MINUTE_MS) * MINUTE_MS;
  const days = wholeDays(from, start, timeZone);
  const minutes = Math.round((start - addDays(from, days, timeZone)) / MINUTE_MS);
  const parts = [
    { count: days, unit: 'day' },
    { count: Math.floor(minutes / 60), unit: 'hour' },
    { count: minutes % 60, unit: 'minute' },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => ({ count, unit: count === 1 ? unit : `${unit}s` }));
}

/** Days by the club's clocks: from one evening to the next is a day, even when the clocks change. */
function wholeDays(from: number, to: number, timeZone: string): number {
  const about = Math.floor((to - from) / DAY_MS);
  const days = addDays(from, about + 1, timeZone) <= to ? about + 1 : about;
  return addDays(from, days, timeZone) <= to ? days : days - 1;
}

/** The word for the day of `start`, if there is one. */
export function dayWord(start: number, now: number, timeZone: string): 'Today' | 'Tomorrow' | undefined {
  const today = startOfToday(timeZone, now);
  if (start < today) return undefined;
  const [tomorrow, dayAfter] = [startOfDay(now, 1, timeZone), startOfDay(now, 2, timeZone)];
  return start < tomorrow ? 'Today' : start < dayAfter ? 'Tomorrow' : undefined;
}
