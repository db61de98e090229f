import type { Reader } from '../../db/db.server.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { NotFound } from '../errors.ts';
import { LATEST } from '../records/publish-at.ts';
import { toEvent, type ClubEvent, type EventRow } from './event.ts';
import { eventsVisibleTo } from './rights.ts';
import { takesPlace } from './visibility.ts';

/** The rows as they are stored, for writes; keys that do not exist are left out. */
export async function readEventRows({ query }: Reader, keys: string[]): Promise<EventRow[]> {
  if (keys.length === 0) return [];
  return query.selectFrom('events').selectAll().where('key', 'in', keys).execute();
}

export async function readImportedEvents({ query }: Reader, importIds: string[]): Promise<EventRow[]> {
  return query.selectFrom('events').selectAll().where('import_id', 'in', importIds).execute();
}

export async function readEventsAt({ query }: Reader, starts: number[]): Promise<EventRow[]> {
  return query.selectFrom('events').selectAll().where('time_start', 'in', starts).orderBy('key').execute();
}

export async function readEventsOfForms({ query }: Reader, formIds: string[]): Promise<EventRow[]> {
  if (formIds.length === 0) return [];
  return query.selectFrom('events').selectAll().where('form_id', 'in', formIds).orderBy('key').execute();
}

export async function readEventsHaving(
  { query }: Reader,
  column: 'kind' | 'committee',
  keys: string[],
): Promise<EventRow[]> {
  return query.selectFrom('events').selectAll().where(column, 'in', keys).execute();
}

/** For officers and for writes: it finds drafts as well. What visitors read begins at `publicEvents`. */
export async function findAnyEvent(db: Reader, key: string): Promise<ClubEvent | undefined> {
  const row = await db.query.selectFrom('events').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toEvent(row);
}

/** Finds drafts as well. @throws NotFound */
export async function requireAnyEvent(db: Reader, key: string): Promise<ClubEvent> {
  const event = await findAnyEvent(db, key);
  if (!event) throw new NotFound("Event doesn't exist.");
  return event;
}

/**
 * The next event that officers work on: it may be a draft, but never a cancelled one, nor one of today that has ended
 * already.
 */
export async function findNextOfAll(
  db: Reader,
  actor: Actor | null,
  midnight: number,
  now = Date.now(),
): Promise<ClubEvent | undefined> {
  requireCapability(actor, 'see content');
  const row = await eventsVisibleTo(db, actor)
    .selectAll()
    .where('time_start', '>=', midnight)
    .where((is) =>
      is.or([is('time_end', 'is', null), is('time_end', '>', now), is('time_end', '<=', is.ref('time_start'))]),
    )
    .where(takesPlace)
    .orderBy('time_start')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return row && toEvent(row);
}

/** Events that are still to be published, soonest first and undated ones last. @throws NotAllowed */
export async function listDrafts(db: Reader, actor: Actor | null, limit: number): Promise<ClubEvent[]> {
  requireCapability(actor, 'see content');
  const rows = await eventsVisibleTo(db, actor)
    .selectAll()
    .where('publish_at', 'is not', null)
    .where(takesPlace)
    .orderBy((is) => is.fn.coalesce('time_start', is.lit(LATEST)))
    .orderBy('key')
    .limit(limit)
    .execute();
  return rows.map(toEvent);
}
