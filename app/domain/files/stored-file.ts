import type { Reader } from '../../db/db.server.ts';
import type { FileRow, ListedFileRow } from '../../db/tables.ts';
import { decodePart } from '../decode-part.ts';

/** product.md 3: `path` is year/month/day/guid without padding; `url` may be on another host after an import. */
export interface StoredFile {
  path?: string;
  name: string;
  url: string;
  /** ISO date. */
  creationDate?: string;
  guid?: string;
}

const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const GUID_IN_ADDRESS = new RegExp(GUID, 'i');
/** The source of a regular expression for year/month/day/guid; its only group is the guid. */
export const FILE_PATH = String.raw`\d{4}/\d{1,2}/\d{1,2}/(${GUID})`;

export function guidOf(file: StoredFile): string | undefined {
  return file.url.startsWith('/files/') ? GUID_IN_ADDRESS.exec(file.url)?.[0].toLowerCase() : undefined;
}

const FILE_ADDRESS = new RegExp(`/files/(${FILE_PATH})/([^\\s()<>"'\\\\\`]+)`, 'gi');

/** The files of this site whose addresses appear in a text. */
export function filesNamedIn(text: string): StoredFile[] {
  const files = new Map<string, StoredFile>();
  for (const [url, path = '', guid = '', name = ''] of text.matchAll(FILE_ADDRESS)) {
    files.set(url, { path, name: decodePart(name), url, guid: guid.toLowerCase() });
  }
  return [...files.values()];
}

export function fileUrl(path: string, name: string): string {
  return `/files/${path}/${encodeURIComponent(name)}`;
}

export function newFilePath(guid: string, now: Date): string {
  return `${now.getUTCFullYear()}/${now.getUTCMonth() + 1}/${now.getUTCDate()}/${guid}`;
}

/** A file as records name it for programs (product.md 3). */
export function fileRecord({ path, name, url }: StoredFile) {
  return { path: path ?? null, name, url };
}

/** `guid` must be in lower case. */
export async function findFile(db: Reader, guid: string): Promise<ListedFileRow | undefined> {
  return db.query.selectFrom('files').selectAll().where('guid', '=', guid).executeTakeFirst();
}

export function listImages(db: Reader): Promise<FileRow[]> {
  return db.query.selectFrom('files').selectAll().where('width', 'is not', null).execute();
}

/** Until this write ends, nobody else can begin to use these files, or drop them. */
export async function holdFiles({ query }: Reader, guids: string[]): Promise<ListedFileRow[]> {
  if (guids.length === 0) return [];
  // Writing a row as it is locks it on Postgres as well; a plain read does not.
  const hold = query.updateTable('files').set((row) => ({ created_at: row.ref('created_at') }));
  return hold.where('guid', 'in', guids).returningAll().execute();
}
