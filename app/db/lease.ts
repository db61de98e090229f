import type { Database } from './db.server.ts';

/**
 * Takes a turn at work that the copies of the site share: true for one of them within `everyMs` milliseconds, however
 * many ask. One that is killed in the middle of its turn is followed by another at the next. The embedded database has one
 * process alone, which has every turn: what it left when it was killed does not wait for the next.
 */
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
          // Both have thirteen digits.
          .where('app_state.value', '<=', String(now - everyMs)),
      )
      .returning('name')
      .executeTakeFirst(),
  );
  return taken !== undefined;
}
