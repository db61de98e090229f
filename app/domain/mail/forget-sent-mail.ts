import type { Database } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';

const KEPT_MS = 30 * 86_400_000;

/** Erases mail 30 days after it was sent: what visitors wrote is kept where they sent it, not a second time here. */
export async function forgetSentMail({ write }: Database, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    const old = tx.query
      .deleteFrom('outbox')
      .where('state', '=', 'sent')
      .where('sent_at', '<', now - KEPT_MS);
    const { numDeletedRows } = await old.executeTakeFirst();
    if (numDeletedRows > 0n) await noteErasure(tx);
  });
}
