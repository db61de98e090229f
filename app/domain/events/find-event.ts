import type { Reader } from '../../db/db.server.ts';
import { NotFound } from '../errors.ts';
import { toEvent, type ClubEvent } from './event.ts';

/** The event with this key, or undefined. */
export async function findEvent(db: Reader, key: string): Promise<ClubEvent | undefined> {
  // No key holds a zero character, and Postgres takes none.
  if (key.includes('\0')) return undefined;
  const row = await db.query.selectFrom('events').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toEvent(row);
}

/** @throws NotFound */
export async function requireEvent(db: Reader, key: string): Promise<ClubEvent> {
  const event = await findEvent(db, key);
  if (!event) throw new NotFound("Event doesn't exist.");
  return event;
}
