import type { Reader } from '../db/db.server.ts';
import type { FileRow } from '../db/tables.ts';
import { readTrashContent } from '../domain/trash.ts';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFound } from '../domain/errors.ts';
import { mapConcurrent } from './map-concurrent.ts';
import { sumOf, type Sum } from './ndjson.ts';
import type { FileLine } from './manifest.ts';

/** Its smaller copies lie in the same folder. */
type NamedFile = Pick<FileRow, 'path' | 'name' | 'size' | 'content_type'>;

/** By folder, including files of records in the trash. */
export async function listNamedFiles({ query }: Reader): Promise<Map<string, NamedFile>> {
  const listed = await query.selectFrom('files').select(['path', 'name', 'size', 'content_type']).execute();
  const named = new Map<string, NamedFile>(listed.map((file) => [file.path, file]));
  const trashed = await query.selectFrom('trash').select('content').execute();
  for (const removed of trashed) {
    for (const { path, name, size, content_type } of readTrashContent(removed)?.files ?? []) {
      if (!named.has(path)) named.set(path, { path, name, size, content_type });
    }
  }
  return named;
}

export interface FileSource {
  list: (folder: string) => AsyncIterable<string>;
  /** @throws NotFound */
  read: (path: string) => Promise<Readable>;
  /** If given, files are hard-linked instead of copied. */
  link?: (path: string, target: string) => Promise<void>;
}

interface CopyOptions {
  onCopied: (line: FileLine) => Promise<void>;
  onMore: (more: { files?: number; bytes?: number }) => void;
}

const AT_ONCE = 6;

/** Copies the files and their smaller versions. Returns a sentence for each original that is gone or not as long as recorded. */
export async function copyFiles(
  source: FileSource,
  named: NamedFile[],
  folder: string,
  { onCopied, onMore }: CopyOptions,
): Promise<string[]> {
  const lost: string[] = [];
  await mapConcurrent(named, AT_ONCE, async (file) => {
    const original = `${file.path}/${file.name}`;
    let found: number | undefined;
    for await (const path of source.list(file.path)) {
      const sum = await copy(source, path, join(folder, path), (bytes) => onMore({ bytes }));
      // A smaller version that was tidied away meanwhile is made again on demand.
      if (!sum) continue;
      if (path === original) found = sum.bytes;
      const contentType = path === original ? file.content_type : `image/${path.slice(path.lastIndexOf('.') + 1)}`;
      await onCopied({ path, size: sum.bytes, sha256: sum.sha256, contentType });
      onMore({ files: 1 });
    }
    if (found === undefined) lost.push(`${original} is not in the storage`);
    else if (found !== file.size) lost.push(`${original} has ${found} bytes, and its record says ${file.size}`);
  });
  return lost;
}

async function copy(
  source: FileSource,
  path: string,
  target: string,
  onBytes: (bytes: number) => void,
): Promise<Sum | undefined> {
  const content = await source.read(path).catch((error: unknown) => {
    if (error instanceof NotFound) return undefined;
    throw error;
  });
  if (!content) return undefined;
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  if (source.link) {
    await source.link(path, target);
    const sum = await sumOf(content);
    onBytes(sum.bytes);
    return sum;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  const summed = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      hash.update(part);
      bytes += part.byteLength;
      onBytes(part.byteLength);
      yield part;
    }
  };
  await pipeline(content, summed, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}
