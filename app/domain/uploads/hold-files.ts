import type { Reader } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';

/** Until the running write ends nobody else begins to use them or drops them. */
export async function holdFiles({ query }: Reader, guids: string[]): Promise<FileRow[]> {
  // No guid holds a zero character, and Postgres takes none.
  const known = guids.filter((guid) => !guid.includes('\0'));
  if (known.length === 0) return [];
  // Writing a row as it is locks it on Postgres as well; a plain read does not.
  const hold = query.updateTable('files').set((row) => ({ created_at: row.ref('created_at') }));
  return hold.where('guid', 'in', known).returningAll().execute();
}
