import {
  announceOnce,
  isRepeatCount,
  repeatsOf,
  type AnnouncedTimes,
  type EventTimes,
} from '../../../domain/events/repeats.ts';
import { sameWallTime, spanHasPassed } from '../../../domain/events/wall-span.ts';
import { readWallTime } from '../../../time/club-date-time.ts';
import { wallDay, wallHour } from '../../../time/wall-text.ts';

type Repeated = EventTimes & { repeatWeekly: string };

/** '5 events: Fri Nov 27, Fri Dec 4, Fri Dec 11, Fri Dec 18, Fri Dec 25.', and what the clocks change about one of them; none for one event. */
export function repeatLines(times: Repeated, timeZone: string): string[] {
  const all = severalOf(times, timeZone);
  if (all.length === 0) return [];
  const days = all.map(({ start }) => wallDay(start)).join(', ');
  return [`${all.length} events: ${days}.`, ...all.flatMap((one, weeks) => changeOf(one, times.start, weeks))];
}

/** Says which one of several events is announced in the club's chat. */
export function announcedLine(times: Repeated & AnnouncedTimes, timeZone: string, now: number): string | undefined {
  const all = severalOf(times, timeZone);
  if (all.length === 0 || !times.announce || times.visibility === 'Draft') return undefined;
  if (times.visibility === 'Publish at') return 'Each is announced on Discord as it appears.';
  const first = announceOnce(all, timeZone, now).find(({ announce }) => announce);
  if (!first || spanHasPassed(first, timeZone, now)) return undefined;
  const others = 'Tick the box of another event to announce it as well.';
  return `Only ${wallDay(first.start)} is announced on Discord. ${others}`;
}

/** Empty for a single event, and while the number is unknown. */
function severalOf<Times extends Repeated>(times: Times, timeZone: string): Times[] {
  const repeatWeekly = times.repeatWeekly.trim();
  if (!isRepeatCount(repeatWeekly) || readWallTime(times.start, timeZone).kind === 'unreadable') return [];
  const all = repeatsOf({ ...times, repeatWeekly }, timeZone);
  return all.length > 1 ? all : [];
}

function changeOf({ start, startOccurrence }: EventTimes, first: string, weeks: number): string[] {
  if (weeks === 0) return [];
  const begins = `${wallDay(start)} begins at`;
  const wall = sameWallTime(first, weeks);
  if (wall !== start)
    return [`${begins} ${wallHour(start)}: the clocks go forward, and ${wallHour(wall)} does not exist.`];
  return startOccurrence ? [`${begins} the first ${wallHour(start)}: the clocks go back, and it comes twice.`] : [];
}
