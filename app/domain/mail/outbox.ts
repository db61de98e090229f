import type { Database, Reader } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { readMessage, withSecret, type MailMessage } from './mail.ts';
import { reserveRecipient } from './recipient-limit.ts';

/** A mail that this process alone may send, until its claim runs out. */
export interface ClaimedMail {
  key: string;
  kind: string;
  recipient: string;
  message: MailMessage;
  /** Counts the claims; 1 at the first. */
  attempts: number;
}

type Claim = Pick<ClaimedMail, 'key' | 'attempts'>;

/** Unless renewed, a claim ends after this many milliseconds: the process that held it is gone. */
export const CLAIM_MS = 2 * 60_000;
const GIVEN_UP = 'Given up after three days. The last problem: ';
const MOST_ERROR_CHARACTERS = 500;

/**
 * Claims the mail that has been due longest at `now`; undefined when nothing is due. However many copies of the site ask,
 * one of them gets it: on Postgres a row that another copy is claiming is passed over (SKIP LOCKED), on SQLite claims
 * wait for each other. One that a crashed process left behind is due once its claim has run out, unless `leftBehind` is
 * false: right after an outage its sender may be about to say that it was sent. A mail that is one too many for its
 * recipient is passed over, and erased.
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
  /** It was one too many for its recipient, and is gone. */
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
    const isWithheld = !(await reserveRecipient(tx, row));
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

/** Keeps a claim for another CLAIM_MS, for a server that takes its time. */
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

/**
 * The mail was not sent, for a reason to be shown to admins: it is tried again after a growing delay and given up after
 * three days; at once where the recipient or the content was refused for good (`refused`).
 */
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

/** How long a mail waits after its `attempts`-th failure, in milliseconds; undefined: it is given up. */
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
