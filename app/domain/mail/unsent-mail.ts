import type { ExpressionBuilder } from 'kysely';
import type { Reader, Database } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { can, type Capability } from '../roles.ts';
import { readMessage } from './mail.ts';
import { runAgain, sendingStateOf, type SendingState } from '../jobs/queue.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';

export interface UnsentMail {
  key: string;
  recipient: string;
  subject: string;
  state: SendingState;
  error: string | null;
  createdAt: number;
  nextAt: number;
}

/**
 * Everybody who handles responses may see mail about events; for other kinds, people need the capability for their
 * source.
 */
const NEEDS: [kind: string, Capability][] = [
  ['invitation', 'manage the club'],
  ['date', 'manage the club'],
  ['proposal', 'manage the club'],
  ['subscription', 'manage the club'],
  ['digest', 'manage the club'],
  ['contact message', 'handle submissions'],
  ['chat invite', 'handle submissions'],
  ['membership', 'handle members'],
  ['membership card', 'handle members'],
];

function mailFor(actor: Actor) {
  const hidden = NEEDS.filter(([, capability]) => !can(actor.role, capability));
  return (is: ExpressionBuilder<Tables, 'outbox'>) => is.and(hidden.map(([kind]) => is('outbox.kind', '!=', kind)));
}

export async function listUnsent(
  db: Reader,
  actor: Actor | null,
  limit: number,
): Promise<{ mails: UnsentMail[]; total: number; failed: number }> {
  requireCapability(actor, 'handle responses');
  const unsent = db.query
    .selectFrom('jobs')
    .innerJoin('outbox', 'outbox.key', 'jobs.key')
    .where('jobs.kind', '=', 'mail')

    .where(mailFor(actor));
  const [rows, counts] = await Promise.all([
    unsent
      .select(['outbox.key', 'recipient', 'message', 'created_at'])
      .select(['jobs.state', 'jobs.run_at', 'jobs.error'])
      .orderBy(({ eb }) => eb('jobs.state', '=', 'failed'), 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('outbox.key', 'desc')
      .limit(limit)
      .execute(),
    unsent
      .select(({ fn }) => ['jobs.state', fn.countAll<number>().as('count')])
      .groupBy('jobs.state')
      .execute(),
  ]);
  return {
    mails: rows.map(({ message, state, created_at: createdAt, run_at: nextAt, ...row }) => ({
      ...row,
      subject: readMessage(message)?.subject ?? 'A mail that cannot be read',
      state: sendingStateOf({ state }),
      createdAt,
      nextAt,
    })),
    total: counts.reduce((sum, { count }) => sum + Number(count), 0),
    failed: Number(counts.find(({ state }) => state === 'failed')?.count ?? 0),
  };
}

/** @throws NotAllowed, NotFound; Rejected if it has been sent meanwhile or is being sent now. */
export async function sendAgain(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireCapability(actor, 'handle responses');
  const isFor = mailFor(actor);
  await db.write(async (tx) => {
    const row = await tx.query
      .selectFrom('outbox')
      .select(['kind', 'sent_at'])
      .where('key', '=', key)
      .where(isFor)
      .executeTakeFirst();
    if (!row) throw new NotFound('There is no such mail.');
    if (await runAgain(tx, 'mail', key, ['waiting', 'failed']))
      return noteActivity(tx, actor, 'sent again', 'mail', key, row.kind);
    throw new Rejected(row.sent_at === null ? 'This mail is being sent now.' : 'This mail has already been sent.');
  });
}
