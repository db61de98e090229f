import { isRepeats, repeatsOf, type EventTimes } from '../../../domain/events/repeats.ts';
import { sameWallTime } from '../../../domain/events/wall-span.ts';
import { readWallTime } from '../../../time/club-date-time.ts';

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** '5 events: Nov 27, Dec 4, Dec 11, Dec 18, Dec 25.', and what the clocks change about one of them; none for one event. */
export function repeatLines(times: EventTimes & { repeatWeekly: string }, timeZone: string): string[] {
  const repeatWeekly = times.repeatWeekly.trim();
  if (!isRepeats(repeatWeekly) || readWallTime(times.start, timeZone).kind === 'unreadable') return [];
  const all = repeatsOf({ ...times, repeatWeekly }, timeZone);
  if (all.length === 1) return [];
  const days = all.map(({ start }) => dayOf(start)).join(', ');
  return [`${all.length} events: ${days}.`, ...all.flatMap((one, weeks) => changeOf(one, times.start, weeks))];
}

function changeOf({ start, startOccurrence }: EventTimes, first: string, weeks: number): string[] {
  if (weeks === 0) return [];
  const begins = `${dayOf(start)} begins at`;
  const wall = sameWallTime(first, weeks);
  if (wall !== start)
    return [`${begins} ${start.slice(11)}: the clocks go forward, and ${wall.slice(11)} does not exist.`];
  return startOccurrence ? [`${begins} the first ${start.slice(11)}: the clocks go back, and it comes twice.`] : [];
}

function dayOf(wall: string): string {
  return day.format(Date.parse(`${wall}Z`));
}
