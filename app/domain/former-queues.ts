import type { Database, Writer } from '../db/db.server.ts';
import { lockRows } from '../db/lock-rows.ts';
import { writeMissingChoices } from './forms/chosen-options.ts';
import type { Handler } from './jobs/run.ts';
import { mailLane } from './jobs/turns.ts';

/**
 * Copies of the previous version may run beside this one until all are updated; after that there is nothing left to
 * find.
 */
const EVERY_MS = 20 * 60_000;

/**
 * Takes over mail that the previous version queued in its own table and will not send any more, and stores the chosen
 * options that it left out.
 */
export function adoption({ dialect }: Pick<Database, 'dialect'>): Handler {
  return {
    kind: 'adoption',
    afterStart: 0,
    async begin(tx, _job, now) {
      // Only one process uses the embedded database, so whatever another process was sending, it no longer is.
      if (dialect === 'postgres') await writeMissingChoices(tx, now - 2 * EVERY_MS);
      await adoptMail(tx, dialect === 'sqlite' ? Number.MAX_SAFE_INTEGER : now);
      return { kind: 'again', at: now + EVERY_MS };
    },
  };
}

async function adoptMail(tx: Writer, abandonedBy: number): Promise<void> {
  const { query } = tx;
  const left = query
    .selectFrom('outbox')
    .selectAll()
    .where((is) =>
      is.or([is('state', 'in', ['waiting', 'failed']), is('state', '=', 'sending').and('next_at', '<=', abandonedBy)]),
    );
  const rows = await lockRows(tx, left).execute();
  for (const { key, kind, recipient, state, attempts, next_at, created_at, error } of rows) {
    const job = { kind: 'mail', key, state: state === 'failed' ? state : 'waiting', attempts, error } as const;
    await query
      .insertInto('jobs')
      .values({ ...job, lane: mailLane(recipient, kind), run_at: next_at, queued_at: created_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await query.updateTable('outbox').set({ state: '' }).where('key', '=', key).execute();
  }
}
