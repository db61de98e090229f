import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { readEventRows } from './all-events.ts';
import { changeEvent } from './change.ts';

const AT_ONCE = 100;

/**
 * Publishes the events whose time has come, also after the site stood still. Whoever of several copies is first does it,
 * and the others find nothing to do.
 */
export async function publishDue(db: Database, now = Date.now()): Promise<void> {
  const due = await listToPublish(db, now);
  const failures: unknown[] = [];
  for (const { key } of due) {
    await db.write((tx) => publishOne(tx, key, now)).catch((error: unknown) => failures.push(error));
  }
  for (const failure of failures) throw failure;
}

/** Those whose time has come. */
export function listToPublish({ query }: Reader, now: number): Promise<{ key: string }[]> {
  return query
    .selectFrom('events')
    .select('key')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(AT_ONCE)
    .execute();
}

async function publishOne(tx: Writer, key: string, now: number): Promise<void> {
  const [row] = await readEventRows(tx, [key]);
  if (!row || row.publish_at === null || row.publish_at > now) return;
  await changeEvent(tx, row, { ...row, publish_at: null }, { deed: 'publish' }, now);
}
