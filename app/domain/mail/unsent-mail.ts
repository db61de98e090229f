import type { ExpressionBuilder } from 'kysely';
import type { Reader, Database } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { can, type Capability } from '../users/roles.ts';
import { readMessage } from './mail.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';

export interface UnsentMail {
  key: string;
  kind: string;
  recipient: string;
  subject: string;
  state: 'waiting' | 'sending' | 'failed';
  error: string | null;
  createdAt: number;
  nextAt: number;
}

const UNSENT: UnsentMail['state'][] = ['waiting', 'sending', 'failed'];

/** Mail about events is for all who handle responses; other kinds are as what they come from. */
const NEEDS: [kind: string, Capability][] = [
  ['invitation', 'manage the club'],
  ['contact message', 'handle submissions'],
  ['chat invite', 'handle submissions'],
];

function mailFor(actor: Actor) {
  const hidden = NEEDS.filter(([, capability]) => !can(actor.role, capability));
  return (is: ExpressionBuilder<Tables, 'outbox'>) => is.and(hidden.map(([kind]) => is('kind', '!=', kind)));
}

export async function listUnsent(
  db: Reader,
  actor: Actor | null,
  limit: number,
): Promise<{ mails: UnsentMail[]; total: number; failed: number }> {
  requireCapability(actor, 'handle responses');
  // Named one by one, so that the index finds them among many sent ones.
  const unsent = db.query.selectFrom('outbox').where('state', 'in', UNSENT).where(mailFor(actor));
  const [rows, counts] = await Promise.all([
    unsent
      .selectAll()
      .orderBy(({ eb }) => eb('state', '=', 'failed'), 'desc')
      .orderBy('created_at', 'desc')
      .orderBy('key', 'desc')
      .limit(limit)
      .execute(),
    unsent
      .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute(),
  ]);
  return {
    mails: rows.map((row) => ({
      key: row.key,
      kind: row.kind,
      recipient: row.recipient,
      subject: readMessage(row.message)?.subject ?? 'A mail that cannot be read',
      state: stateOf(row.state),
      error: row.error,
      createdAt: row.created_at,
      nextAt: row.next_at,
    })),
    total: counts.reduce((sum, { count }) => sum + Number(count), 0),
    failed: Number(counts.find(({ state }) => state === 'failed')?.count ?? 0),
  };
}

function stateOf(state: string): UnsentMail['state'] {
  return state === 'failed' || state === 'sending' ? state : 'waiting';
}

/** @throws NotAllowed, NotFound; Rejected when it has been sent meanwhile or is being sent now. */
export async function sendAgain(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireCapability(actor, 'handle responses');
  const isFor = mailFor(actor);
  await db.write(async (tx) => {
    const { query } = tx;
    const { numUpdatedRows } = await query
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_at: Date.now(), error: null })
      .where('key', '=', key)
      .where('state', 'in', ['waiting', 'failed'])
      .where(isFor)
      .executeTakeFirst();
    const found = query.selectFrom('outbox').select(['state', 'kind']).where('key', '=', key);
    const row = await found.where(isFor).executeTakeFirst();
    if (numUpdatedRows > 0n && row) return noteActivity(tx, actor, 'sent again', 'mail', key, row.kind);
    if (!row) throw new NotFound('There is no such mail.');
    throw new Rejected(row.state === 'sent' ? 'This mail has been sent meanwhile.' : 'This mail is being sent now.');
  });
}
