import { sql } from 'kysely';
import { inChunks, type Database, type Reader } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { lockForm } from '../sign-ups/standing.ts';
import { TIME_TO_CONFIRM_MS } from '../sign-ups/rules.ts';

/** Few enough in one transaction that others who write do not wait long. */
const AT_ONCE = 500;

/** Erases sign-ups whose address nobody has confirmed in time. */
export async function eraseUnconfirmed(db: Database, now = Date.now()): Promise<void> {
  const old = await selectOld(db, now).execute();
  for (const [form, some] of Map.groupBy(old, ({ form: id }) => id))
    for (const part of inChunks(some, AT_ONCE)) await eraseSome(db, form, part, now);
}

function eraseSome(db: Database, form: string, some: { key: string }[], now: number): Promise<void> {
  return db.write(async (tx) => {
    // A sign-up that is confirmed meanwhile stays.
    await lockForm(tx, form);
    const keys = some.map(({ key }) => key);
    const left = await selectOld(tx, now).where('form_id', '=', form).where('key', 'in', keys).execute();
    await eraseResponses(
      tx,
      left.map((one) => ({ kind: 'event', ...one })),
    );
    await noteErasure(tx);
  });
}

/** The state is a literal, as in its index. */
export function selectOld({ query }: Reader, now: number) {
  return query
    .selectFrom('entries')
    .select(['form_id as form', 'key'])
    .where('state', '=', sql.lit('unconfirmed'))
    .where('since', '<=', now - TIME_TO_CONFIRM_MS);
}
