import type { Reader, Writer } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';

export async function recordFile(tx: Writer, row: FileRow): Promise<void> {
  await tx.query
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('guid').doUpdateSet(row))
    .execute();
}

/** `guid` in lower case. */
export async function findFile(db: Reader, guid: string): Promise<FileRow | undefined> {
  // No guid holds a zero character, and Postgres takes none.
  if (guid.includes('\0')) return undefined;
  return db.query.selectFrom('files').selectAll().where('guid', '=', guid).executeTakeFirst();
}

export function listImages(db: Reader): Promise<FileRow[]> {
  return db.query.selectFrom('files').selectAll().where('width', 'is not', null).execute();
}
