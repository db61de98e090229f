import type { Database } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';

/**
 * Lets an unsent mail be tried at once, with all its attempts before it again, and notes who asked for it.
 * @throws NotAllowed for anyone but an admin.
 * @throws NotFound for an unknown key.
 * @throws Rejected when the mail has been sent meanwhile or is being sent now.
 */
export async function sendAgain(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireAdmin(actor);
  await db.write(async (tx) => {
    const { query } = tx;
    const { numUpdatedRows } = await query
      .updateTable('outbox')
      .set({ state: 'waiting', attempts: 0, next_at: Date.now(), error: null })
      .where('key', '=', key)
      .where('state', 'in', ['waiting', 'failed'])
      .executeTakeFirst();
    const row = await query.selectFrom('outbox').select(['state', 'kind']).where('key', '=', key).executeTakeFirst();
    if (numUpdatedRows > 0n && row) return noteActivity(tx, actor, 'sent again', 'mail', key, row.kind);
    if (!row) throw new NotFound('There is no such mail.');
    throw new Rejected(row.state === 'sent' ? 'This mail has been sent meanwhile.' : 'This mail is being sent now.');
  });
}
