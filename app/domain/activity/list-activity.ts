import type { Reader } from '../../db/db.server.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';

/** One line of the activity log. */
export interface Activity {
  key: string;
  /** Epoch milliseconds. */
  at: number;
  who: string;
  /**
   * 'added', 'updated', 'removed', 'restored', 'sent again', 'granted', 'revoked' (the rights of an admin), or 'erased': then
   * the title says what, in words.
   */
  verb: string;
  topic: string;
  recordKey: string;
  /** What the record was called then. */
  title: string;
}

/**
 * The newest lines of the activity log, newest first.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function listActivity(db: Reader, actor: Actor | null, limit: number): Promise<Activity[]> {
  requireAdmin(actor);
  return db.query
    .selectFrom('activity')
    .select(['key', 'at', 'who', 'verb', 'topic', 'record_key as recordKey', 'title'])
    .orderBy('at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
}
