import { countRows, inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import type { OutboxRow } from '../../db/tables.ts';
import { countJobs, dropJobs } from '../jobs/queue.ts';
import { DONE, type Handler, type JobOutcome } from '../jobs/run.ts';
import { noteAccepted } from './accepted.ts';
import { readMessage, withSecret, type MailKind, type MailMessage } from './mail.ts';
import { reserveRecipient } from './recipient-limit.ts';

export interface OutgoingMail {
  key: string;
  kind: string;
  recipient: string;
  message: MailMessage;
}

/** 'done' means that the mail server has accepted it. */
export type Send = (mail: OutgoingMail, signal: AbortSignal) => Promise<JobOutcome>;

/** Nobody gets this kind twice: a mail that may have arrived is not sent again automatically. */
const ONCE: MailKind = 'digest';

export function isSentOnce(kind: string): boolean {
  return kind === ONCE;
}

const ABANDONED = 'The site was stopped while it was being sent: it may have arrived.';

const MOST_AT_ONCE = 3;
/** A statement's parameters are limited. */
const ERASED_AT_ONCE = 500;

/** After a crash, a mail is sent again with the same Message-ID, except the mail of the week. */
export function mailJobs(send: Send): Handler {
  return {
    kind: 'mail',
    atOnce: MOST_AT_ONCE,
    inTurn: true,
    givesUp: true,
    async begin(tx, { key, isAbandoned }, now) {
      const row = await findUnsent(tx, key);
      if (!row) return DONE;
      if (await isWithheld(tx, row, now)) {
        await eraseMail(tx, [key]);
        return DONE;
      }
      if (isAbandoned && isSentOnce(row.kind)) return { kind: 'failed', error: ABANDONED };
      const message = readMessage(row.message);
      if (!message) return { kind: 'failed', error: 'The mail cannot be read.' };
      const mail = { ...row, message: withSecret(message, row.secret) };
      return async (signal) => {
        const outcome = await send(mail, signal);
        return async (settling) => {
          if (outcome.kind === 'done') await markSent(settling, key);
          return outcome;
        };
      };
    },
  };
}

function findUnsent({ query }: Reader, key: string): Promise<OutboxRow | undefined> {
  return query.selectFrom('outbox').selectAll().where('key', '=', key).where('sent_at', 'is', null).executeTakeFirst();
}

async function isWithheld(tx: Writer, row: OutboxRow, now: number): Promise<boolean> {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return isExpired || !(await reserveRecipient(tx, row));
}

async function markSent(tx: Writer, key: string): Promise<void> {
  await tx.query.updateTable('outbox').set({ sent_at: Date.now(), secret: null }).where('key', '=', key).execute();
  await noteAccepted(tx);
}

/** A mail that is being sent still arrives. */
export async function eraseMail(tx: Writer, keys: string[]): Promise<void> {
  await dropJobs(tx, 'mail', keys);
  for (const some of inChunks(keys, ERASED_AT_ONCE))
    await tx.query.deleteFrom('outbox').where('key', 'in', some).execute();
}

/** The keys of mail that begin with one of `begins`, all of which begin with `prefix`. */
export async function listMailBeginning({ query }: Reader, prefix: string, begins: Set<string>): Promise<string[]> {
  const lengths = [...new Set([...begins].map(({ length }) => length))];
  const mails = query.selectFrom('outbox').select('key').where('key', 'like', `${prefix}%`);
  // The key of an event confirmation would match only by chance.
  const found = await mails.where('kind', '<>', 'event confirmation').execute();
  return found.map(({ key }) => key).filter((key) => lengths.some((length) => begins.has(key.slice(0, length))));
}

/** Counts mail that has been waiting since before `before` and has failed at least once. */
export function countFailingMail({ query }: Reader, before: number): Promise<number> {
  return countRows(
    query
      .selectFrom('jobs')
      .where('kind', '=', 'mail')
      .where('error', 'is not', null)
      .where('queued_at', '<=', before)
      .where('attempts', '>', 0),
  );
}

/** Counts mail by state, with the names used in the metrics. */
export async function countMail({ query }: Reader): Promise<Map<string, number>> {
  const [sent, unsent] = await Promise.all([
    countRows(query.selectFrom('outbox').where('sent_at', 'is not', null)),
    countJobs({ query }, 'mail'),
  ]);
  return new Map([...unsent, ['sent', sent]]);
}
