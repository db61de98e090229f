import type { Writer } from '../../db/db.server.ts';
import type { EventChange, Why } from './event-change.ts';
import { filesOfEvent } from '../events/event.ts';
import { forgetUses, noteUses } from '../file-uses/file-uses.ts';
import { eraseRemovedFiles, listRemovedFiles } from '../file-uses/link-files.ts';
import type { StoredFile } from '../files/stored-file.ts';

/**
 * Notes which files the events name. A file that an officer took out of one is erased unless something else names it.
 */
export async function linkFilesOfEvent(tx: Writer, changes: EventChange[], why: Why): Promise<void> {
  const removed: StoredFile[] = [];
  if (why.action === 'edit')
    for (const { before, after } of changes)
      if (before && after) removed.push(...(await listRemovedFiles(tx, filesOfEvent(before), filesOfEvent(after))));
  // Forget all removed events first, because a file that two of them share is not used any more.
  const gone = changes.flatMap(({ key, after }) => (after ? [] : [key]));
  await forgetUses(tx, 'event', gone);
  const named = changes.flatMap(({ rows: { after } }) => (after ? [{ ...after }] : []));
  if (named.length > 0) await noteUses(tx, 'event', named);
  if (removed.length > 0) await eraseRemovedFiles(tx, removed);
}
