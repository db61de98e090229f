import type { Database, Reader } from '../../db/db.server.ts';
import { checkInput } from '../check-input.ts';
import { toRecord } from '../records/define.ts';
import { updateRecord } from '../record-changes/save.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { momentsOf, NOTICE_KEY, noticeInput, notices, type Notice } from './notice.ts';

export async function findNotice({ query }: Reader): Promise<Notice> {
  const row = await query.selectFrom('notices').selectAll().where('key', '=', NOTICE_KEY).executeTakeFirst();
  const empty = { text: null, url: null, from_at: null, until_at: null };
  return toRecord(notices, row ?? { ...empty, key: NOTICE_KEY, version: 0 });
}

/** @throws NotAllowed, Rejected; Stale with the notice as somebody else saved it. */
export async function saveNotice(
  db: Database,
  actor: Actor | null,
  timeZone: string,
  { version, input }: { version: number; input: unknown },
): Promise<{ version: number }> {
  requireCapability(actor, 'change content');
  const entered = checkInput(noticeInput(timeZone), input);
  const { text: said, url } = entered;
  const saved = { text: said, url, ...momentsOf(entered, timeZone) };
  return updateRecord(db, actor, notices, { key: NOTICE_KEY, version, input: saved });
}
