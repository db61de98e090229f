import type { Reader } from '../../db/db.server.ts';

/** One removal that can still be taken back. */
export interface Trashed {
  key: string;
  topic: string;
  recordKey: string;
  title: string;
  removedBy: string;
  /** Epoch milliseconds. */
  removedAt: number;
}

/** What is in the trash, newest first. For whoever runs the site: no permission is asked for. */
export async function listTrash(db: Reader): Promise<Trashed[]> {
  const rows = await db.query
    .selectFrom('trash')
    .select(['key', 'topic', 'record_key', 'title', 'removed_by', 'removed_at'])
    .orderBy('removed_at', 'desc')
    .orderBy('key', 'desc')
    .execute();
  return rows.map((row) => ({
    key: row.key,
    topic: row.topic,
    recordKey: row.record_key,
    title: row.title,
    removedBy: row.removed_by,
    removedAt: row.removed_at,
  }));
}
