import type { Database } from './db.server.ts';

/** One copy of the site gets the turn within `everyMs`; the embedded database's one process always does. */
export async function acquireLease(db: Database, work: string, everyMs: number, now = Date.now()): Promise<boolean> {
  if (db.dialect === 'sqlite') return true;
  const taken = await db.write(({ query }) =>
    query
      .insertInto('app_state')
      .values({ name: `turn:${work}`, value: String(now) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ value: String(now) })
          // As texts: both have thirteen digits.
          .where('app_state.value', '<=', String(now - everyMs)),
      )
      .returning('name')
      .executeTakeFirst(),
  );
  return taken !== undefined;
}
