import type { Reader } from '../../db/db.server.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { toEvent, type ClubEvent } from './event.ts';

/** One without a date is in no list, a tentative one still has to be settled. */
export interface UnsettledEvents {
  undated: ClubEvent[];
  tentative: ClubEvent[];
}

/** @throws NotAllowed unless `actor` is an admin. */
export async function listUnsettledEvents(
  db: Reader,
  actor: Actor | null,
  midnight: number,
  limit: number,
): Promise<UnsettledEvents> {
  requireCapability(actor, 'see content');
  const events = db.query.selectFrom('events').selectAll().limit(limit);
  const [undated, tentative] = await Promise.all([
    events.where('time_start', 'is', null).orderBy('key', 'desc').execute(),
    events
      .where('time_start', '>=', midnight)
      .where('tentative', '=', 1)
      .orderBy('time_start')
      .orderBy('key')
      .execute(),
  ]);
  return { undated: undated.map(toEvent), tentative: tentative.map(toEvent) };
}
