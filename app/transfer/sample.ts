import {
  CalendarDate,
  fromAbsolute,
  parseDate,
  startOfWeek,
  toCalendarDate,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';
import { sql } from 'kysely';
import type { Database, Reader } from '../db/db.server.ts';
import { readNote, writeNote } from '../db/notes.ts';
import type { MailingClub } from '../domain/mail/mail.ts';
import { keyTime, newKey } from '../domain/keys.ts';
import { RECORD_TABLES } from '../domain/all-records.ts';
import type { Attach } from './files.ts';
import { importRecords } from './import.ts';
import type { JsonSource, FoundRecord } from './read-json.ts';
import { parseJson } from '../domain/parse-json.ts';
import { z } from '../domain/zod.ts';

interface SampleOptions {
  source: JsonSource;
  attach: Attach;
  timeZone: string;
  /** Prices are in its currency. */
  club: () => Promise<MailingClub>;
  onRefused?: (path: string, reason: string) => void;
  /** Epoch milliseconds. */
  now?: number;
}

/** The sample's dates are written as if it were opened in the week of this Monday, in this zone. */
const WRITTEN_ON = new CalendarDate(2026, 1, 5);
const WRITTEN_IN = 'America/Toronto';
const NOTE = 'sample';
const TIME_DIGITS = 8;

const noteSchema = z.object({ monday: z.string(), loaded: z.boolean() });

/** Loads the sample at most once into a database, and continues an interrupted load. @returns false if there was nothing to do. */
export async function loadSample(
  db: Database,
  { source, timeZone, now = Date.now(), ...options }: SampleOptions,
): Promise<boolean> {
  const note = noteSchema.safeParse(parseJson((await readNote(db, NOTE)) ?? '')).data;
  if (note?.loaded || (!note && (await hasRecords(db)))) return false;
  const monday = note?.monday ?? mondayOf(now, timeZone).toString();
  const say = (loaded: boolean) => db.write((tx) => writeNote(tx, NOTE, JSON.stringify({ monday, loaded })));
  await say(false);
  const days = parseDate(monday).compare(WRITTEN_ON);
  const move = (time: number) => moved(time, days, timeZone);
  await importRecords(db, source, { ...options, now, revise: (record) => revised(record, { move, days, now }) });
  await say(true);
  return true;
}

async function hasRecords({ query }: Reader): Promise<boolean> {
  const tables = [
    'events',
    ...RECORD_TABLES,
    'notices',
    'files_settings',
    'forms',
    'entries',
    'unknown_records',
  ] as const;
  for (const table of tables) {
    if (
      await query
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .limit(1)
        .executeTakeFirst()
    )
      return true;
  }
  return false;
}

function mondayOf(now: number, timeZone: string): CalendarDate {
  return startOfWeek(toCalendarDate(fromAbsolute(now, timeZone)), 'en-US', 'mon');
}

function moved(time: number, days: number, timeZone: string): number {
  const clockTime = toCalendarDateTime(fromAbsolute(time, WRITTEN_IN)).add({ days });
  return toZoned(clockTime, timeZone).toDate().getTime();
}

interface Moving {
  move: (time: number) => number;
  days: number;
  now: number;
}

function revised(record: FoundRecord, { move, days, now }: Moving): FoundRecord {
  const [collection, parent = '', key = ''] = record.keys;
  if (collection === 'event') return { ...record, value: withTimesMoved(record.value, move) };
  if (collection === 'form') return { ...record, value: withMoved(record.value, 'keepUntil', move) };
  const made = collection === 'entry' ? keyTime(key) : undefined;
  if (made === undefined) return record;
  const value = withPaymentMoved(withArrivalMoved(record.value, move, now), move, days);
  return { ...record, keys: ['entry', parent, rekeyed(key, move(made))], value };
}

/** Arrivals later than `now` are left out. */
function withArrivalMoved(entry: unknown, move: (time: number) => number, now: number): unknown {
  if (typeof entry !== 'object' || entry === null || !('$checkedIn' in entry)) return entry;
  const { $checkedIn: checkedIn, ...rest } = entry;
  if (typeof checkedIn !== 'number' || move(checkedIn) > now) return rest;
  return { ...rest, $checkedIn: move(checkedIn) };
}

function withMoved(record: unknown, name: string, move: (time: number) => number): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const times = Object.entries(record).map(([field, value]) =>
    field === name && typeof value === 'number' ? [field, move(value)] : [field, value],
  );
  return Object.fromEntries(times);
}

function withPaymentMoved(entry: unknown, move: (time: number) => number, days: number): unknown {
  const later = withMoved(entry, '$payBy', move);
  if (typeof later !== 'object' || later === null || !('$paid' in later)) return later;
  const { $paid: paid } = later;
  if (typeof paid !== 'object' || paid === null || !('on' in paid) || typeof paid.on !== 'string') return later;
  return { ...later, $paid: { ...paid, on: parseDate(paid.on).add({ days }).toString() } };
}

function withTimesMoved(event: unknown, move: (time: number) => number): unknown {
  if (typeof event !== 'object' || event === null || !('datetime' in event)) return event;
  const { datetime } = event;
  if (typeof datetime !== 'object' || datetime === null) return event;
  const times = Object.entries(datetime).map(([name, time]) => [name, typeof time === 'number' ? move(time) : time]);
  const publishAt = 'publishAt' in event ? event.publishAt : undefined;
  return {
    ...event,
    datetime: Object.fromEntries(times),
    ...(typeof publishAt === 'number' && { publishAt: move(publishAt) }),
  };
}

function rekeyed(key: string, time: number): string {
  return newKey(time).slice(0, TIME_DIGITS) + key.slice(TIME_DIGITS);
}
