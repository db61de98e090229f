import { sql } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import { isMonth, monthOf, monthPlus, readMonth, type MonthDay } from '../../time/club-month.ts';
import { formatHours, formatMonth, formatNearDay, startOfToday, type ClubClock } from '../../time/club-time.ts';
import { listKinds, viewKind, type KindView } from '../kinds/list.ts';
import { toEvent, type ClubEvent } from './event.ts';
import { whenOf } from './event-view.ts';
import { endOf, hasFixedDate, type DatedEvent } from './times.ts';
import { eventName } from './titles.ts';
import { publicEvents, type EventFilter } from './visibility.ts';

/** One event on one day. */
export interface MonthEvent {
  key: string;
  title: string;
  /** '7:30 PM' on its first day, 'until 5 PM' on its last, and 'all day' between them; or the words in a date's place. */
  time: string;
  cancelled: boolean;
  tentative: boolean;
  kind: KindView | null;
}

export interface MonthCell {
  day: string;
  /** 'Friday, November 20' */
  label: string;
  number: number;
  isToday: boolean;
  events: MonthEvent[];
}

export interface MonthView {
  /** 'November 2026' */
  title: string;
  /** null for a day of another month. */
  weeks: (MonthCell | null)[][];
  /** Events with words instead of a date, which belong to no day. */
  undated: MonthEvent[];
}

/** Which month is shown, and where one can go from it. */
export interface ShownMonth {
  /** 'YYYY-MM' */
  month: string;
  isThis: boolean;
  /** Whether it is between the first event and two years ahead: other months have nothing to show. */
  isKnown: boolean;
  earlier: string | null;
  later: string | null;
}

const MONTHS_AHEAD = 24;

/** If `asked` is no month, this month is shown. */
export async function findMonth(
  db: Reader,
  asked: string | null,
  timeZone: string,
  now = Date.now(),
): Promise<ShownMonth> {
  const current = monthOf(now, timeZone);
  const month = asked !== null && isMonth(asked) ? asked : current;
  const begin = await findFirstStart(db);
  const first = begin === undefined ? current : earlierOf(monthOf(begin, timeZone), current);
  const last = monthPlus(current, MONTHS_AHEAD);
  return {
    month,
    isThis: month === current,
    isKnown: month >= first && month <= last,
    earlier: month > first ? earlierOf(monthPlus(month, -1), last) : null,
    later: month < last ? laterOf(monthPlus(month, 1), first) : null,
  };
}

function earlierOf(one: string, other: string): string {
  return one < other ? one : other;
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

async function findFirstStart(db: Reader): Promise<number | undefined> {
  const rows = await publicEvents(db)
    .selectAll()
    .where('time_start', 'is not', null)
    .orderBy('time_start')
    .orderBy('key')
    .limit(MOST_WITHOUT_DATE)
    .execute();
  return rows.map(toEvent).find(hasFixedDate)?.start;
}

/** How many of the earliest events are tried, since some have words instead of a date. */
const MOST_WITHOUT_DATE = 20;

export async function viewMonth(
  db: Reader,
  place: ShownMonth,
  clock: ClubClock,
  { now = Date.now(), ...only }: EventFilter & { now?: number } = {},
): Promise<MonthView> {
  const { from, to, weeks } = readMonth(place.month, clock);
  const events = place.isKnown ? await listBetween(db, from, to, only) : [];
  const kinds = new Map((await listKinds(db)).map((one) => [one.key, viewKind(one)]));
  const viewDay = (day: MonthDay): MonthCell => ({
    day: day.day,
    label: formatNearDay(day.from, clock),
    number: Number(day.day.slice(-2)),
    isToday: now >= day.from && now < day.to,
    events: events
      .filter((event) => isOn(event, day))
      .map((event) => viewMonthEvent(event, timeOn(event, day, clock), kinds)),
  });
  const undated = place.isKnown
    ? await listUndated(db, { from, to, today: startOfToday(clock.timeZone, now) }, only)
    : [];
  return {
    title: formatMonth(from, clock),
    weeks: weeks.map((days) => days.map((day) => day && viewDay(day))),
    undated: undated.map((event) => viewMonthEvent(event, whenOf(event, clock), kinds)),
  };
}

/**
 * Sorted by the time behind the words. A past month lists only its own; any other also lists all that are still to
 * come.
 */
async function listUndated(
  db: Reader,
  { from, to, today }: { from: number; to: number; today: number },
  only: EventFilter,
): Promise<ClubEvent[]> {
  const rows = await publicEvents(db, only)
    .selectAll()
    .where('hidden_date', '=', 1)
    .where('time_start', '>=', Math.min(from, today))
    .where('time_start', '<', to > today ? Number.MAX_SAFE_INTEGER : to)
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  return rows.map(toEvent);
}

/** Includes events that began before and are still going on. Soonest first. */
async function listBetween(db: Reader, from: number, to: number, only: EventFilter): Promise<DatedEvent[]> {
  const rows = await publicEvents(db, only)
    .selectAll()
    .where('time_start', '>=', from - (await findLongest(db)))
    .where('time_start', '<', to)
    .where((is) => is.or([is('time_start', '>=', from), is('time_end', '>', from)]))
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  return rows.map(toEvent).filter(hasFixedDate);
}

/**
 * How long the longest event lasts, in ms: an event that began longer ago than that is over. It costs one index
 * lookup.
 */
async function findLongest(db: Reader): Promise<number> {
  const length = sql<number>`time_end - time_start`;
  const row = await publicEvents(db)
    .select(length.as('length'))
    .where(length, '>', 0)
    .orderBy(length, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.length ?? 0;
}

function isOn(event: DatedEvent, { from, to }: MonthDay): boolean {
  return event.start < to && (event.start >= from || (endOf(event) ?? event.start) > from);
}

function viewMonthEvent(event: ClubEvent, time: string, kinds: Map<string, KindView>): MonthEvent {
  const { key, title, cancelled, tentative, kind } = event;
  return {
    key,
    title: eventName(title),
    time,
    cancelled,
    tentative,
    kind: (kind !== null && kinds.get(kind)) || null,
  };
}

function timeOn(event: Pick<ClubEvent, 'end'> & { start: number }, { from, to }: MonthDay, clock: ClubClock): string {
  if (event.start >= from) return formatHours(event.start, clock);
  const end = endOf(event) ?? event.start;
  return end >= to ? 'all day' : `until ${formatHours(end, clock)}`;
}
