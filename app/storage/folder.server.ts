import { access, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { NotFound } from '../domain/errors.ts';
import { codeOf, openIncoming, systemFailure, checkedPath, INCOMING } from './incoming.server.ts';
import type { Storage } from './storage.server.ts';

export async function openFolder(root: string): Promise<Storage> {
  const incoming = await openIncoming(join(root, INCOMING));

  /** Distinguishes a missing file from a missing storage. */
  async function orMissing<T>(error: unknown, missing: () => T): Promise<T> {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return systemFailure(error);
    await access(root).catch(systemFailure);
    return missing();
  }

  return {
    async exists(path) {
      const found = await stat(join(root, checkedPath(path))).catch((error: unknown) =>
        orMissing(error, () => undefined),
      );
      return found?.isFile() ?? false;
    },
    async put(path, content, { size }) {
      const target = join(root, checkedPath(path));
      await incoming.receive(content, size, (file) => publish(file, target));
    },
    async read(path, range) {
      const file = join(root, checkedPath(path));
      const missing = () => {
        throw new NotFound(`There is no stored file ${path}`);
      };
      const { start: at, end } = { start: 0, end: undefined, ...range };
      const piece = await readPiece(file, at, end).catch((error: unknown) => orMissing(error, missing));
      return Readable.from(piecesFrom(file, { piece, at, end }), { objectMode: false });
    },
    async delete(path) {
      await unlink(join(root, checkedPath(path))).catch((error: unknown) => orMissing(error, () => undefined));
    },
    async deleteAll(prefix) {
      await rm(join(root, checkedPath(prefix)), { recursive: true, force: true, maxRetries: 5 }).catch(systemFailure);
    },
    async *list(prefix) {
      await access(root).catch(systemFailure);
      for await (const path of filesBelow(root, prefix && checkedPath(prefix))) {
        if (!path.startsWith(`${INCOMING}/`)) yield path;
      }
    },
  };
}

const PIECE_BYTES = 64 * 1024;

async function readPiece(file: string, at: number, end = Infinity): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(PIECE_BYTES, end - at + 1)), {
      position: at,
    });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Opened for each piece: anyone who does not read on would hold a descriptor, of which there are few. */
async function* piecesFrom(file: string, next: { piece: Buffer; at: number; end: number | undefined }) {
  for (let { piece, at, end } = next; piece.length > 0; piece = await readPiece(file, at, end)) {
    yield piece;
    at += piece.length;
    if (end !== undefined && at > end) return;
  }
}

/** Waits until the directories that name the file are on disk too. */
async function publish(file: string, target: string): Promise<void> {
  const folder = dirname(target);
  const made = await mkdir(folder, { recursive: true });
  await rename(file, target);
  const last = made ? dirname(made) : folder;
  for (let at = folder; ; at = dirname(at)) {
    const handle = await open(at);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (at === last) return;
  }
}

async function* filesBelow(root: string, folder: string): AsyncIterable<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    return systemFailure(error);
  });
  for (const entry of entries) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* filesBelow(root, path);
    else if (entry.isFile()) yield path;
  }
}
