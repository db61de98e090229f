import { DOOR_DAYS } from './door-limits.ts';
import type { Database, Reader, Writer } from '../../../db/db.server.ts';
import { Rejected } from '../../errors.ts';
import { noteActivity } from '../../activity.ts';
import { eventName } from '../../events/titles.ts';
import { toEvent, type ClubEvent } from '../../events/event.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { newToken, tokenHash } from '../../tokens.ts';
import { requireSomewhere, type Actor } from '../../actor.ts';
import { requireOn } from '../../events/rights.ts';
import { DAY_MS, HOUR_MS } from '../../../time/durations.ts';

/** The most links that an event can have; making another one ends the oldest. */
const MOST_LINKS = 20;

/** How long after the event's end the door, and links to it, still work. */
const OPEN_AFTER_END_MS = 6 * HOUR_MS;

/**
 * When the door closes: six hours after the event's end. Without an end, DOOR_DAYS after its start, or after the link was
 * made if it has no start either.
 */
export function doorEnd({ start, end }: Pick<ClubEvent, 'start' | 'end'>, linkMadeAt: number): number {
  if (end !== null && (start === null || end > start)) return end + OPEN_AFTER_END_MS;
  return (start ?? linkMadeAt) + DOOR_DAYS * DAY_MS;
}

/** Whether a link that is made now would open the door at all. */
export function isDoorOpen(event: Pick<ClubEvent, 'start' | 'end'>, now = Date.now()): boolean {
  return doorEnd(event, now) > now;
}

/** Makes another link and returns its token, which is stored only as a hash. @throws NotFound, NotAllowed, Rejected */
export async function makeDoorLink(
  db: Database,
  actor: Actor | null,
  eventKey: string,
  { showAnswers = false, showPayments = false, now = Date.now() } = {},
): Promise<string> {
  requireSomewhere(actor, 'handle responses');
  const token = newToken();
  await db.write(async (tx) => {
    await requireOn(tx, actor, 'handle responses', [eventKey]);
    const event = await requireAnyEvent(tx, eventKey);
    if (!isDoorOpen(event, now)) throw new Rejected('The door has closed: a link would open nothing.');
    const before = await linksOf(tx, eventKey);
    await deleteLinks(tx, before.slice(MOST_LINKS - 1));
    const link = { token_hash: tokenHash(token), id: crypto.randomUUID(), event_key: eventKey, created_at: now };
    await tx.query
      .insertInto('door_links')
      .values({ ...link, shows_answers: showAnswers ? 1 : 0, shows_payments: showPayments ? 1 : 0 })
      .execute();
    await noteActivity(tx, actor, 'added', 'door', eventKey, eventName(event.title));
    tx.changed('door', eventKey);
  });
  return token;
}

/** undefined if the token is unknown or the link has ended. */
export async function findDoorLink({ query }: Reader, token: string) {
  const link = await query
    .selectFrom('door_links')
    .select(['id', 'event_key', 'created_at', 'shows_answers', 'shows_payments'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!link) return undefined;
  const row = await query.selectFrom('events').selectAll().where('key', '=', link.event_key).executeTakeFirst();
  if (!row) return undefined;
  const event = toEvent(row);
  const until = doorEnd(event, link.created_at);
  if (until <= Date.now()) return undefined;
  const shown = { showsAnswers: link.shows_answers === 1, showsPayments: link.shows_payments === 1 };
  return { id: link.id, event, until, ...shown };
}

export async function countDoorLinks(db: Reader, event: ClubEvent): Promise<number> {
  const links = await linksOf(db, event.key);
  return links.filter(({ created_at: since }) => doorEnd(event, since) > Date.now()).length;
}

/** Ends every link to the event's door, at once. @throws NotFound, NotAllowed */
export async function revokeDoorLinks(db: Database, actor: Actor | null, eventKey: string): Promise<void> {
  requireSomewhere(actor, 'handle responses');
  await db.write(async (tx) => {
    await requireOn(tx, actor, 'handle responses', [eventKey]);
    const event = await requireAnyEvent(tx, eventKey);
    const links = await linksOf(tx, eventKey);
    if (links.length === 0) return;
    await deleteLinks(tx, links);
    await noteActivity(tx, actor, 'removed', 'door', eventKey, eventName(event.title));
    tx.changed('door', eventKey);
  });
}

export async function deleteDoorLinks(tx: Writer, eventKey: string): Promise<void> {
  await deleteLinks(tx, await linksOf(tx, eventKey));
}

/** Deletes links that have ended. The links of events that are gone for good end DOOR_DAYS after they were made. */
export async function deleteExpiredDoorLinks(db: Database): Promise<void> {
  const links = await db.query
    .selectFrom('door_links')
    .leftJoin('events', 'events.key', 'door_links.event_key')
    .select(['door_links.id', 'door_links.created_at', 'events.time_start as start', 'events.time_end as end'])
    .execute();
  const over = links.filter(({ start, end, created_at: since }) => doorEnd({ start, end }, since) <= Date.now());
  if (over.length > 0) await db.write((tx) => deleteLinks(tx, over));
}

/** Newest first. */
function linksOf({ query }: Reader, eventKey: string): Promise<{ id: string; created_at: number }[]> {
  return query
    .selectFrom('door_links')
    .select(['id', 'created_at'])
    .where('event_key', '=', eventKey)
    .orderBy('created_at', 'desc')
    .execute();
}

async function deleteLinks({ query, changed }: Writer, links: { id: string }[]): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map(({ id }) => id);
  await query.deleteFrom('door_links').where('id', 'in', ids).execute();
  for (const id of ids) changed('door', id);
}
