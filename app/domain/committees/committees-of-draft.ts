import type { Reader } from '../../db/db.server.ts';
import { readTrashContent } from '../trash.ts';
import { committeesOfEvent } from '../events/rights.ts';

/**
 * 'all' for the draft of a page, which everyone who sees content sees. A removed one is looked up in the trash; empty if
 * it is not there either.
 */
export async function committeesOfDraft(db: Reader, key: string): Promise<(string | null)[] | 'all'> {
  const found = await committeesOfEvent(db, key);
  if (found.length > 0) return found;
  const { query } = db;
  if (await query.selectFrom('pages').select('key').where('key', '=', key).executeTakeFirst()) return 'all';
  const removed = await query
    .selectFrom('trash')
    .select(['topic', 'content'])
    .where('record_key', '=', key)
    .orderBy('removed_at', 'desc')
    .executeTakeFirst();
  if (removed?.topic === 'page') return 'all';
  const { events = [] } = (removed && readTrashContent(removed)) ?? {};
  return events.map(({ committee }) => committee ?? null);
}
