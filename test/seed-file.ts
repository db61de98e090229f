import { randomUUID } from 'node:crypto';
import type { Database } from '../app/db/db.server.ts';
import type { FileRow } from '../app/db/tables.ts';
import type { StoredFile } from '../app/domain/files/stored-file.ts';
import { storedFile } from '../app/domain/file-uses/link-files.ts';

/** A file that is listed as stored, as after an upload; its content is not there. */
export async function seedFile(db: Database, name = 'portrait.jpg'): Promise<Required<StoredFile>> {
  const guid = randomUUID();
  const isImage = name.endsWith('.jpg');
  const row = {
    guid,
    path: `2026/3/7/${guid}`,
    name,
    content_type: isImage ? 'image/jpeg' : 'application/pdf',
    size: 1000,
    width: isImage ? 800 : null,
    height: isImage ? 600 : null,
    blur: null,
    created_at: Date.UTC(2026, 2, 7),
  };
  await recordFile(db, row);
  return { path: row.path, guid, creationDate: '', ...storedFile(row) };
}

export async function recordFile(db: Database, row: FileRow): Promise<void> {
  await db.write(({ query }) => query.insertInto('files').values(row).execute());
}
