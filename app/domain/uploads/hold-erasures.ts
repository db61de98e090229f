import { randomUUID } from 'node:crypto';
import type { Database, Reader } from '../../db/db.server.ts';

const LASTS_MS = 10 * 60_000;
const RENEWED_EVERY_MS = 60_000;

/** Holds for every process of the site. After a crash it ends ten minutes later. */
export async function holdErasures<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const key = randomUUID();
  await hold(db, key);
  const renewal = setInterval(() => {
    hold(db, key).catch(() => undefined);
  }, RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await db.write(({ query }) => query.deleteFrom('erasure_holds').where('key', '=', key).execute());
  }
}

/** Ask after a file was unlisted, so that a backup either has it or never saw it. */
export async function areErasuresHeld({ query }: Reader, now = Date.now()): Promise<boolean> {
  const row = await query.selectFrom('erasure_holds').select('key').where('until', '>', now).executeTakeFirst();
  return row !== undefined;
}

async function hold(db: Database, key: string): Promise<void> {
  const until = Date.now() + LASTS_MS;
  await db.write(({ query }) =>
    query
      .insertInto('erasure_holds')
      .values({ key, until })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ until }))
      .execute(),
  );
}
