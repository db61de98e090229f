import type { Database, Reader } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { readMessage, withSecret, type MailMessage } from './mail.ts';
import { reserveRecipient } from './recipient-limit.ts';

export interface ClaimedMail {
  key: string;
  kind: string;
  recipient: string;
  message: MailMessage;
  attempts: number;
}

type Claim = Pick<ClaimedMail, 'key' | 'attempts'>;

/** A claim that is not renewed ends: the process that held it is gone. */
export const CLAIM_MS = 2 * 60_000;
const GIVEN_UP = 'Given up after three days. The last problem: ';
const MOST_ERROR_CHARACTERS = 500;

/**
 * Of all copies of the site one gets a mail. What a crashed process left is due once its claim has run out, unless
 * `leftBehind` is false: right after an outage its sender may be about to say that it was sent.
 */
export async function claimNextMail(
  db: Database,
  now = Date.now(),
  { leftBehind = true } = {},
): Promise<ClaimedMail | undefined> {
  const states = leftBehind ? ['waiting', 'sending'] : ['waiting'];
  for (;;) {
    const row = await claimNext(db, states, now);
    if (!row) return undefined;
    if (row.isWithheld) continue;
    const message = readMessage(row.message);
    if (message) return { ...row, message: withSecret(message, row.secret) };
    // It would be claimed again and again, and every other mail would wait for it.
    await markUnsent(db, row, { error: 'The mail cannot be read.', refused: true }, now);
  }
}

interface Claimed extends OutboxRow {
  isWithheld: boolean;
}

async function claimNext(db: Database, states: string[], now: number): Promise<Claimed | undefined> {
  // Mostly nothing is due: that is found out without taking SQLite's write lock.
  if (!(await dueMail(db, states, now).executeTakeFirst())) return undefined;
  return db.write(async (tx) => {
    const due = dueMail(tx, states, now);
    const row = await tx.query
      .updateTable('outbox')
      .set((is) => ({ state: 'sending', attempts: is('attempts', '+', 1), next_at: now + CLAIM_MS }))
      .where('key', '=', db.dialect === 'postgres' ? due.forUpdate().skipLocked() : due)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const isExpired = row.expires_at !== null && row.expires_at <= now;
    const isWithheld = isExpired || !(await reserveRecipient(tx, row));
    if (isWithheld) await tx.query.deleteFrom('outbox').where('key', '=', row.key).execute();
    return { ...row, isWithheld };
  });
}

function dueMail({ query }: Reader, states: string[], now: number) {
  return query
    .selectFrom('outbox')
    .select('key')
    .where('state', 'in', states)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(1);
}

export async function renewClaim(db: Database, { key, attempts }: Claim, now = Date.now()): Promise<void> {
  await db.write(({ query }) =>
    query
      .updateTable('outbox')
      .set({ next_at: now + CLAIM_MS })
      .where('key', '=', key)
      .where('state', '=', 'sending')
      .where('attempts', '=', attempts)
      .execute(),
  );
}

export async function markSent(db: Database, { key }: Claim, now = Date.now()): Promise<void> {
  await db.write(({ query }) =>
    query
      .updateTable('outbox')
      .set({ state: 'sent', error: null, sent_at: now, secret: null })
      .where('key', '=', key)
      .execute(),
  );
}

/** Tried again after a growing delay for three days; not again where it was refused for good. Admins see `error`. */
export async function markUnsent(
  db: Database,
  { key, attempts }: Claim,
  { error, refused }: { error: string; refused: boolean },
  now = Date.now(),
): Promise<void> {
  const delay = refused ? undefined : retryDelay(attempts);
  const told = (refused || delay !== undefined ? error : GIVEN_UP + error).slice(0, MOST_ERROR_CHARACTERS);
  const next = delay === undefined ? { state: 'failed' } : { state: 'waiting', next_at: now + delay };
  await db.write(({ query }) =>
    query
      .updateTable('outbox')
      .set({ ...next, error: told })
      .where('key', '=', key)
      .where('state', '=', 'sending')
      .where('attempts', '=', attempts)
      .execute(),
  );
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Under a minute for the first hour, then up to four hours, three days in all.
const DELAYS = [
  ...[5, 10, 20, 40].map((seconds) => seconds * SECOND),
  ...Array<number>(65).fill(55 * SECOND),
  ...[5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2].map((hours) => hours * HOUR),
  ...Array<number>(17).fill(4 * HOUR),
];

/** Milliseconds after the `attempts`-th failure; undefined: give it up. */
export function retryDelay(attempts: number): number | undefined {
  return DELAYS[attempts - 1];
}

export async function countMail(db: Reader): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}
