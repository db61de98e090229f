import { sql } from 'kysely';
import { inChunks, type Database, type Reader } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { CONFIRMED_WITHIN_MS } from '../sign-ups/rules.ts';

/** Few enough in one transaction that nobody who writes waits long. */
const AT_ONCE = 500;

/** Erases sign-ups whose address nobody has confirmed in time. */
export async function eraseUnconfirmed(db: Database, now = Date.now()): Promise<void> {
  const old = await selectOld(db, now).execute();
  for (const part of inChunks(old, AT_ONCE)) {
    await db.write(async (tx) => {
      // Writing a row as it is locks it: what is confirmed meanwhile stays.
      const left = await tx.query
        .updateTable('entries')
        .set({ state: 'unconfirmed' })
        .where(
          'key',
          'in',
          part.map(({ key }) => key),
        )
        .where('state', '=', 'unconfirmed')
        .where('since', '<=', now - CONFIRMED_WITHIN_MS)
        .returning(['form_id as form', 'key'])
        .execute();
      await eraseResponses(
        tx,
        left.map((one) => ({ kind: 'event', ...one })),
      );
      await noteErasure(tx);
    });
  }
}

/** The state stands in the statement as in its index. */
export function selectOld({ query }: Reader, now: number) {
  return query
    .selectFrom('entries')
    .select(['form_id as form', 'key'])
    .where('state', '=', sql.lit('unconfirmed'))
    .where('since', '<=', now - CONFIRMED_WITHIN_MS);
}
