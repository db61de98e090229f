import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { NotFound } from '../../domain/errors.ts';
import { ownBytes } from '../../http/cache/own-copy.ts';
import type { Storage } from '../../storage/storage.server.ts';
import type { AppEnv } from '../../http/env.ts';
import { matchesEtag } from '../../http/cache/write-answer.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';

interface Recipe {
  kind: string;
  /** The key of the record that the image belongs to. Of each kind, only its newest image is stored. */
  key: string;
  inputs: unknown[];
  extension: 'svg' | 'png';
  make: () => Promise<Uint8Array>;
}

interface CachedImage {
  body: Buffer<ArrayBuffer>;
  contentType: string;
  etag: string;
}

/** Raise it when the drawings change, so that stored images are drawn anew. */
const EDITION = 4;
const MOST_BYTES = 8 * 1024 * 1024;
const CONTENT_TYPES = { svg: 'image/svg+xml; charset=utf-8', png: 'image/png' };

/** Stores images under generated/{kind}/{hash of key}/{hash of inputs}, unless the storage cannot be reached. */
export function createCachedImages(storage: Storage) {
  const recent = new LRUCache<string, CachedImage, Recipe>({
    maxSize: MOST_BYTES,
    ignoreFetchAbort: true,
    sizeCalculation: ({ body }) => body.length + 1,
    fetchMethod: (path, _before, { context }) => fetchOrMake(path, context),
  });

  async function fetchOrMake(path: string, recipe: Recipe): Promise<CachedImage> {
    const stored = await readStored(storage, path);
    const body = ownBytes(stored ?? Buffer.from(await recipe.make()));
    if (!stored) await store(storage, path, body, CONTENT_TYPES[recipe.extension]);
    return { body, contentType: CONTENT_TYPES[recipe.extension], etag: `"${hash(path)}"` };
  }

  return {
    /** The image of this recipe. Making it deletes the images of older recipes of the same kind and key. */
    async image(recipe: Recipe): Promise<CachedImage> {
      const inputs = hash(JSON.stringify([EDITION, recipe.key, ...recipe.inputs]));
      const path = `${folder(recipe.kind, recipe.key)}/${inputs}.${recipe.extension}`;
      return recent.forceFetch(path, { context: recipe });
    },
    async forget(key: string, kinds: string[]): Promise<void> {
      for (const kind of kinds) await storage.deleteAll(folder(kind, key));
    },
  };
}

/** Hashed, because a key may contain characters that a path may not. */
function folder(kind: string, key: string): string {
  return `generated/${kind}/${hash(key)}`;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

async function readStored(storage: Storage, path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return Buffer.from(await buffer(await storage.read(path)));
  } catch (error) {
    if (!(error instanceof NotFound)) console.error(`A generated image cannot be read: ${String(error)}`);
    return undefined;
  }
}

async function store(storage: Storage, path: string, body: Buffer, contentType: string): Promise<void> {
  try {
    await storage.put(path, body, { contentType, size: body.length });
    const prefix = path.slice(0, path.lastIndexOf('/'));
    for await (const other of storage.list(prefix)) if (other !== path) await storage.delete(other);
  } catch (error) {
    console.error(`A generated image cannot be stored: ${String(error)}`);
  }
}

/** An address with the event's version always shows the same image; any other one is checked again each time. */
export function sendImage(c: Context<AppEnv>, { body, contentType, etag }: CachedImage, version?: number): Response {
  const lasting = version !== undefined && c.req.query('v') === String(version);
  const headers: Record<string, string> = {
    etag,
    'content-type': contentType,
    'cache-control': lasting ? CACHE_CONTROL.forEver : CACHE_CONTROL.askAgain,
  };
  if (matchesEtag(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-length': String(body.length) });
}
