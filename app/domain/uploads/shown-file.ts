import type { Reader } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import { isTokenOf } from '../tokens.ts';
import { findFile } from './stored-file.ts';

export interface ShownFile {
  row: FileRow;
  /** Only drafts use it: it is shown to officers, and by the token of a draft that does. */
  isHidden: boolean;
  tokens: (string | null)[];
}

/** `guid` in lower case. A file that nothing uses yet is known to nobody but its sender. */
export async function findShownFile(db: Reader, guid: string): Promise<ShownFile | undefined> {
  const row = await findFile(db, guid);
  if (!row) return undefined;
  const uses = await db.query
    .selectFrom('file_uses')
    .leftJoin('events', (join) =>
      join.onRef('events.key', '=', 'file_uses.record_key').on('file_uses.topic', '=', 'event'),
    )
    .select(['file_uses.topic', 'events.key', 'events.publish_at', 'events.preview_token'])
    .where('file_uses.guid', '=', row.guid)
    .execute();
  const drafts = uses.filter(({ publish_at: at }) => at !== null);
  const isSeen = uses.some(({ topic, key, publish_at: at }) => topic !== 'event' || (key !== null && at === null));
  return { row, isHidden: drafts.length > 0 && !isSeen, tokens: drafts.map(({ preview_token: token }) => token) };
}

/** Those that only drafts use; in lower case. */
export async function listHiddenFiles(db: Reader): Promise<Set<string>> {
  const rows = await db.query
    .selectFrom('file_uses')
    .innerJoin('events', 'events.key', 'file_uses.record_key')
    .select('file_uses.guid')
    .distinct()
    .where('file_uses.topic', '=', 'event')
    .where('events.publish_at', 'is not', null)
    .execute();
  const hidden = new Set<string>();
  for (const { guid } of rows) if ((await findShownFile(db, guid))?.isHidden) hidden.add(guid.toLowerCase());
  return hidden;
}

export function isPreviewOf({ tokens }: Pick<ShownFile, 'tokens'>, given: string): boolean {
  return tokens.some((token) => isTokenOf(token, given));
}
