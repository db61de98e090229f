import type { Writer } from '../../db/db.server.ts';
import { newKey } from '../keys.ts';
import type { Topic } from '../topics.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import { unlistFiles } from '../uploads/release-files.ts';
import type { Actor } from '../users/actor.ts';
import type { TrashContent } from './trash-content.ts';

interface Removed {
  topic: Topic;
  recordKey: string;
  /** What the record was called. */
  title: string;
  /** The rows that the caller has deleted, by table. */
  rows: TrashContent;
  /** The files that those rows name: they answer 404 from the commit on, unless another record names them too. */
  files: StoredFile[];
}

/**
 * Keeps what a removal deleted, for 30 days. The caller has deleted the rows already, in the same transaction; the rows of
 * `files` are taken out of the list of stored files here. Gives back the key in the trash.
 */
export async function moveToTrash(tx: Writer, actor: Actor, removed: Removed): Promise<string> {
  const files = await unlistFiles(tx, removed.files);
  const now = Date.now();
  const key = newKey(now);
  await tx.query
    .insertInto('trash')
    .values({
      key,
      topic: removed.topic,
      record_key: removed.recordKey,
      title: removed.title,
      content: JSON.stringify({ ...removed.rows, files } satisfies TrashContent),
      removed_by: actor.name || actor.email,
      removed_at: now,
    })
    .execute();
  return key;
}
