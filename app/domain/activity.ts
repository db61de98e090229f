import type { Reader, Writer } from '../db/db.server.ts';
import { newKeyInOrder } from './keys.ts';
import type { Topic } from './topics.ts';
import { requireCapability, type Actor } from './actor.ts';

export type ActivityVerb =
  | 'added'
  | 'updated'
  | 'looked back on'
  | 'removed'
  | 'moved'
  | 'published'
  | 'did not publish'
  | 'changed'
  | 'restored'
  | 'cancelled'
  | 'took back the cancellation of'
  | 'erased'
  | 'sent again'
  | 'wrote'
  | 'began'
  | 'took a step of'
  | 'added to'
  | 'changed in'
  | 'removed from'
  | 'finished'
  | 'granted'
  | 'gave a role to'
  | 'took the role from'
  | 'invited'
  | 'accepted'
  | 'withdrew the invitation of'
  | 'revoked'
  | 'noted a payment of'
  | 'took back a payment of'
  | 'sent the card of'
  | 'wrote the note of'
  | 'left out'
  | 'put back'
  | 'imported'
  | 'practised'
  | 'hid'
  | 'brought back';

/**
 * Call it in the same transaction as the change itself. `actor` is null for the operator, and 'the site' for what the
 * site does by itself.
 */
export async function noteActivity(
  tx: Writer,
  actor: Actor | 'the site' | null,
  verb: ActivityVerb,
  topic: Topic | 'mail' | 'finding',
  recordKey: string,
  title: string,
): Promise<void> {
  const at = Date.now();
  const person = actor === 'the site' ? null : actor;
  const nobody = actor === 'the site' ? actor : 'the person who runs the site';
  const who = person ? person.name || person.email : nobody;
  const row = { key: newKeyInOrder(at), at, uid: person?.uid ?? null, who, verb, topic, record_key: recordKey, title };
  await tx.query.insertInto('activity').values(row).execute();
}

export type Activity = Awaited<ReturnType<typeof listActivity>>[number];

export async function listActivity(db: Reader, actor: Actor | null, limit: number) {
  requireCapability(actor, 'manage the club');
  return db.query
    .selectFrom('activity')
    .select(['key', 'at', 'who', 'verb', 'topic', 'record_key as recordKey', 'title'])
    .orderBy('at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
}
