import type { Database } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { eraseMail } from './outbox.ts';
import { DAY_MS } from '../../time/durations.ts';

const SENT_RETENTION_MS = 30 * DAY_MS;
/** Longer, because the operator may have to set up a mail server first and then send it again. */
const UNSENT_RETENTION_MS = 90 * DAY_MS;

/** What visitors wrote is stored with their response, and need not be kept here too. */
export async function forgetOldMail({ write }: Database, now = Date.now()): Promise<void> {
  await write(async (tx) => {
    const old = await tx.query
      .selectFrom('outbox')
      .select('key')
      .where((is) =>
        is.or([
          is('sent_at', '<', now - SENT_RETENTION_MS),
          is('sent_at', 'is', null).and('created_at', '<', now - UNSENT_RETENTION_MS),
        ]),
      )
      .execute();
    await eraseMail(
      tx,
      old.map(({ key }) => key),
    );
    await tx.query
      .deleteFrom('mailings')
      .where('done_at', '<', now - SENT_RETENTION_MS)
      .execute();
    if (old.length > 0) await noteErasure(tx);
  });
}
