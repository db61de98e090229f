import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { holdNote } from '../../db/notes.ts';
import { clubYear, type ClubYears } from '../../time/club-year.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { noteNewPeople, findKey, forgetPeople, forgetYearsBefore, YearsPeople } from './people.ts';
import { entriesOf } from '../forms/entries.ts';
import { isMoneyAlone, listKeptMoney, sumTakenIn } from './taken-in.ts';
import { selectYetToCount } from './yet-to-count.ts';

/** How an event that took place was attended. */
export interface EventCount {
  key: string;
  title: string;
  start: number;
  /** How many were going at the end. */
  signUps: number;
  /** How many were checked in at the door; if nobody was, as officers say it; null if nobody said. */
  came: number | null;
  /** How many signed up for the first time in that year of the club. */
  newPeople: number;
  /** Money that came in and stays, in cents; null if the event cost nothing. */
  takenIn: number | null;
  /** When it was counted for good; null if it has not been, because it is less than a day ago. */
  countedAt: number | null;
  /** It counts for nothing but the money that was kept. */
  isCancelled?: true;
}

/** Few enough in one transaction that others who write do not wait long. */
const AT_ONCE = 50;
/** Waits this long after a change, because an import brings an event and its responses one after the other. */
const SETTLED_MS = HOUR_MS;

/**
 * Counts each event a day after it, once for each time that it is moved to. The counts stay, whatever is erased later.
 */
export async function countDueEvents(db: Database, club: ClubYears, now = Date.now()): Promise<void> {
  while ((await selectDue(db, now).limit(1).execute()).length > 0) {
    await db.write(async (tx) => {
      // Whether somebody is new depends on what was counted before, so only one copy counts at a time.
      await holdNote(tx, 'counting');
      for (const row of await selectDue(tx, now).limit(AT_ONCE).execute()) await count(tx, row, club, now);
    });
  }
  await db.write((tx) => forgetYearsBefore(tx, clubYear(now - SETTLING_OF_YEAR_MS, club)));
}

/** A year's last events are counted before its marks are deleted. */
const SETTLING_OF_YEAR_MS = 7 * DAY_MS;

function selectDue(db: Reader, now: number) {
  return selectUncounted(db, now - DAY_MS).where('events.updated_at', '<=', now - SETTLED_MS);
}

interface Uncounted {
  key: string;
  title: string | null;
  start: number | null;
  end: number | null;
  form_id: string | null;
  told: number | null;
  /** When it was counted for another time of the event; null if it was not. */
  counted_at: number | null;
  counted_people: number | null;
}

/** Events that were over by `by` and have not been counted yet, or were counted for another time. */
function selectUncounted(db: Reader, by: number) {
  return selectYetToCount(db)
    .where('time_start', '<=', by)
    .where((is) => is.or([is('time_end', 'is', null), is('time_end', '<=', by)]))
    .select(['events.key', 'events.title', 'events.time_start as start', 'events.time_end as end', 'events.form_id'])
    .select(['events.retro_came as told', 'event_counts.counted_at', 'event_counts.new_people as counted_people'])
    .orderBy('events.time_start')
    .orderBy('events.key');
}

async function count(tx: Writer, event: Uncounted, club: ClubYears, now: number): Promise<void> {
  const { key, start, end, form_id: formId, told, counted_at: countedAt, counted_people: before } = event;
  if (start === null) return;
  // The event was over when it was counted, so somebody only corrected its time.
  const isCounted = countedAt !== null && Math.max(start, end ?? start) <= countedAt;
  if (isCounted) {
    await tx.query.updateTable('event_counts').set({ start }).where('event_key', '=', key).execute();
    return;
  }
  const { addresses, nameless, atDoor } = await tally(tx, formId);
  const takenIn = await sumTakenIn(tx, { key, formId });
  const year = clubYear(start, club);
  // The year has no key yet: an import may have brought its counts.
  if ((await findKey(tx, year)) === undefined)
    await noteNewPeople(tx, year, await listCountedAddresses(tx, year, club));
  const people = (await noteNewPeople(tx, year, addresses)) + nameless + (before ?? 0);
  const row = {
    title: '' as const,
    start,
    told,
    at_door: atDoor,
    new_people: people,
    taken_in: takenIn,
    counted_at: now,
    sign_ups: addresses.length + nameless,
  };
  await tx.query
    .insertInto('event_counts')
    .values({ event_key: key, ...row })
    .onConflict((conflict) => conflict.column('event_key').doUpdateSet(row))
    .execute();
}

/** The addresses that are still stored for a year's counted events. */
async function listCountedAddresses(db: Reader, year: number, club: ClubYears): Promise<string[]> {
  const counted = await db.query
    .selectFrom('event_counts')
    .innerJoin('events', 'events.key', 'event_counts.event_key')
    .select(['event_counts.start', 'events.form_id'])
    .execute();
  const addresses: string[] = [];
  for (const { start, form_id: formId } of counted)
    if (clubYear(start, club) === year) addresses.push(...(await tally(db, formId)).addresses);
  return addresses;
}

/** Everybody without an address counts as a different person; `atDoor` is null if nobody was checked in. */
async function tally(db: Reader, formId: string | null) {
  if (formId === null) return { addresses: [], nameless: 0, atDoor: null };
  const rows = await entriesOf(db, formId).select(['email', 'checked_in']).where('state', '=', 'going').execute();
  const addresses = rows.flatMap(({ email }) => email ?? []);
  const came = rows.filter(({ checked_in: at }) => at !== null).length;
  return { addresses, nameless: rows.length - addresses.length, atDoor: came === 0 ? null : came };
}

/**
 * All events that took place, in order. Those that are too recent to be counted for good have their current figures.
 */
export async function listCounts(db: Reader, club: ClubYears, now = Date.now()): Promise<EventCount[]> {
  const counted = await listCounted(db, now);
  const people = new YearsPeople(db, (year) => listCountedAddresses(db, year, club));
  const young: EventCount[] = [];
  for (const { key, title, start, form_id: formId, told } of await selectUncounted(db, now).execute()) {
    if (start === null) continue;
    const { addresses, nameless, atDoor } = await tally(db, formId);
    const takenIn = await sumTakenIn(db, { key, formId });
    const newPeople = (await people.countNew(clubYear(start, club), addresses)) + nameless;
    const signUps = addresses.length + nameless;
    young.push({ key, title: title ?? '', start, signUps, newPeople, takenIn, came: atDoor ?? told, countedAt: null });
  }
  return [...counted, ...young].toSorted((one, other) => one.start - other.start);
}

/** Events that did not take place and of which money was kept, also those whose payments are no longer stored. */
export async function listKeptOfCancelled(db: Reader, now: number): Promise<EventCount[]> {
  const nothing = { signUps: 0, came: 0, newPeople: 0, countedAt: null, isCancelled: true } as const;
  const stored = (await listKeptMoney(db, now)).map(({ key, title, start, takenIn }) => {
    return { key, title, start, takenIn, ...nothing };
  });
  const keys = new Set(stored.map(({ key }) => key));
  const counted = (await selectCounted(db, now)).flatMap((row) => {
    const { event_key: key, start, taken_in: takenIn } = row;
    if (keys.has(key) || !isOfCancelled(row)) return [];
    return { key, title: titleOf(row), start, takenIn, ...nothing };
  });
  return [...stored, ...counted];
}

function selectCounted({ query }: Reader, now: number) {
  return query
    .selectFrom('event_counts')
    .leftJoin('events', 'events.key', 'event_counts.event_key')
    .select(['event_counts.event_key', 'event_counts.start', 'sign_ups', 'at_door', 'told'])
    .select(['new_people', 'taken_in', 'counted_at', 'events.key', 'events.title', 'events.time_start'])
    .select(['events.cancelled', 'events.retro_came'])
    .select((is) =>
      is
        .selectFrom('trash')
        .select('trash.title')
        .where('topic', '=', 'event')
        .whereRef('record_key', '=', 'event_counts.event_key')
        .orderBy('removed_at', 'desc')
        .limit(1)
        .as('title_in_trash'),
    )
    .where('event_counts.start', '<=', now)
    .execute();
}

type CountedRow = Awaited<ReturnType<typeof selectCounted>>[number];

function titleOf({ key, title, title_in_trash: inTrash }: CountedRow): string {
  return key === null ? (inTrash ?? 'A removed event') : (title ?? '');
}

function isOfCancelled(row: CountedRow): boolean {
  return isMoneyAlone(row) && (row.key === null || row.cancelled === 1);
}

/** Leaves out events that were cancelled or moved since. Removed ones stay counted. */
async function listCounted(db: Reader, now: number): Promise<EventCount[]> {
  return (await selectCounted(db, now)).flatMap((row) => {
    const isThere = row.key !== null;
    if (isOfCancelled(row) || (isThere && (row.cancelled === 1 || row.time_start !== row.start))) return [];
    return {
      key: row.event_key,
      start: row.start,
      signUps: row.sign_ups,
      title: titleOf(row),
      came: row.at_door ?? (isThere ? row.retro_came : row.told),
      newPeople: row.new_people,
      takenIn: row.taken_in,
      countedAt: row.counted_at,
    };
  });
}

/** Called after an import that replaces everything: the former club's counts are not this one's. */
export async function forgetFormerCounts(tx: Writer): Promise<void> {
  const { query } = tx;
  const isThere = query.selectFrom('events').select('key');
  await query.deleteFrom('event_counts').where('event_key', 'not in', isThere).execute();
  await query.deleteFrom('year_members').execute();
  const left = await query.selectFrom('event_counts').select('event_key').limit(1).execute();
  if (left.length === 0) await forgetPeople(tx);
}
