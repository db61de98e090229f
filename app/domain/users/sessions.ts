import { randomBytes } from 'node:crypto';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { tokenHash } from '../tokens.ts';
import type { Actor } from '../actor.ts';
import { rightsOf } from './committees-of.ts';
import { DAY_MS } from '../../time/durations.ts';

export const SESSION_IDLE_MS = 7 * DAY_MS;
/** However often they come back, nobody stays signed in for longer than a term. */
const SESSION_LONGEST_MS = 120 * DAY_MS;
const NOTE_EVERY_MS = 5 * 60_000;

export interface Session {
  actor: Actor;
  isDueForNote: boolean;
}

/** Returns the session's secret, for the cookie. */
export async function startSession({ query }: Writer, uid: string, now = Date.now()): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await query
    .insertInto('sessions')
    .values({ id_hash: tokenHash(secret), uid, created_at: now, seen_at: now })
    .execute();
  await query
    .deleteFrom('sessions')
    .where((is) => is.or([is('seen_at', '<', now - SESSION_IDLE_MS), is('created_at', '<', now - SESSION_LONGEST_MS)]))
    .execute();
  return secret;
}

/** Reads the user's rights as they are now, not as they were at sign-in. */
export async function findSession(db: Reader, secret: string, now = Date.now()): Promise<Session | undefined> {
  const row = await db.query
    .selectFrom('sessions')
    .leftJoin('users', 'users.uid', 'sessions.uid')
    .select(['sessions.uid', 'sessions.seen_at', 'users.admin', 'users.role', 'users.verified_email', 'users.name'])
    .select('users.committees')
    .where('sessions.id_hash', '=', tokenHash(secret))
    .where('sessions.seen_at', '>=', now - SESSION_IDLE_MS)
    .where('sessions.created_at', '>=', now - SESSION_LONGEST_MS)
    .executeTakeFirst();
  if (!row) return undefined;
  const { uid, name, verified_email: email } = row;
  return {
    actor: { uid, name: name || email || 'Somebody without a name', email: email ?? '', ...rightsOf(row) },
    isDueForNote: row.seen_at < now - NOTE_EVERY_MS,
  };
}

export async function noteSession(db: Database, secret: string): Promise<void> {
  await db.write(({ query }) =>
    query.updateTable('sessions').set({ seen_at: Date.now() }).where('id_hash', '=', tokenHash(secret)).execute(),
  );
}

/** Does nothing if the session has already ended. */
export async function endSession(db: Database, secret: string): Promise<void> {
  await db.write((tx) => endSessionIn(tx, secret));
}

export async function endSessionIn({ query, changed }: Writer, secret: string): Promise<void> {
  const ended = await query
    .deleteFrom('sessions')
    .where('id_hash', '=', tokenHash(secret))
    .returning('uid')
    .executeTakeFirst();
  if (ended) changed('user', ended.uid);
}
