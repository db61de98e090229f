import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Reader } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { Rejected } from '../domain/errors.ts';
import { LeadsOutside, openInside, type InsideFile } from './inside-folder.ts';
import { FILE_PATH, fileUrl, findFile, newFilePath } from '../domain/files/stored-file.ts';
import { withoutHidingMarks } from '../domain/uploads/store-upload.ts';
import { portableName } from './portable-name.ts';
import type { Attach, AttachedFile, FileToAttach } from './files.ts';

interface FileStore {
  exists: (path: string) => Promise<boolean>;
  put: (path: string, content: Readable, info: { contentType: string; size: number }) => Promise<void>;
  describe: (
    file: string,
    name: string,
  ) => Promise<{
    contentType: string;
    size: number;
    width: number | null;
    height: number | null;
    blur: string | null;
  }>;
}

const GUID_OF_PATH = new RegExp(`^${FILE_PATH}$`, 'i');

/** A path that is taken, or is not year/month/day/guid, is replaced by another, always the same one. No path may lead out of `folder`. */
export function attachFrom(db: Reader, folder: string, store: FileStore): Attach {
  const attached = new Map<string, FileRow>();

  async function attach(file: FileToAttach, source: InsideFile): Promise<AttachedFile> {
    const { path, creationDate } = file;
    const name = withoutHidingMarks(file.name) || file.name;
    const rowOf = async (guid: string) => attached.get(guid) ?? findFile(db, guid);

    let place = { guid: GUID_OF_PATH.exec(path)?.[1]?.toLowerCase() ?? guidFor(path, name), path };
    let row = await rowOf(place.guid);
    if (!GUID_OF_PATH.test(path) || (row && (row.path !== path || row.name !== name))) {
      const guid = guidFor(path, name);
      row = await rowOf(guid);
      place = { guid, path: row?.path ?? newFilePath(guid, dateOf(creationDate)) };
    }
    const stored = `${place.path}/${name}`;
    if (!row || !(await store.exists(stored))) {
      const { contentType, size, ...image } = await store.describe(source.path, name);
      await store.put(stored, source.handle.createReadStream({ autoClose: false }), { contentType, size });
      row ??= { ...place, name, content_type: contentType, size, ...image, created_at: Date.now() };
    }
    attached.set(row.guid, row);
    return { url: fileUrl(row.path, name), row };
  }

  const find = (path: string, name: string) =>
    openInside(folder, join(path, name)).catch((error: unknown) => {
      throw error instanceof LeadsOutside ? new Rejected(error.message) : error;
    });

  return async (file) => {
    const source = (await find(file.path, file.name)) ?? (await find(file.path, portableName(file.name)));
    if (!source) return undefined;
    try {
      return await attach(file, source);
    } finally {
      await source.handle.close();
    }
  };
}

function guidFor(path: string, name: string): string {
  const hash = createHash('sha256').update(`${path}/${name}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

function dateOf(creationDate: string | undefined): Date {
  const date = new Date(creationDate ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date() : date;
}
