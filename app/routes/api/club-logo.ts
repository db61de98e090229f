import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fetchBytes } from '../../http/fetch-bytes.ts';
import type { Storage } from '../../storage/storage.server.ts';

const STORED = '/files/';
/** Where files that are served as they are lie, and before anything is built. */
const BUILT = 'build/client';
const WRITTEN = 'public';
const LIMITS = { timeoutMs: 5000, maxBytes: 5 * 1024 * 1024 };
const RETRY_MS = 10 * 60_000;

/** `address`: a path of this site or http(s). Read when first asked for; undefined where it cannot be (the log says why). */
export function openLogo(address: string | undefined, storage: Storage): () => Promise<Buffer | undefined> {
  let reading: Promise<Buffer | undefined> | undefined;
  let retryAt = 0;
  return async () => {
    if (!address) return undefined;
    const isDue = !reading || (Date.now() >= retryAt && (await reading) === undefined);
    if (isDue) {
      retryAt = Date.now() + RETRY_MS;
      reading = read(address, storage).catch((error: unknown) => {
        console.error(`The club's logo ${address} cannot be read, so icons show the initials: ${String(error)}`);
        return undefined;
      });
    }
    return reading;
  };
}

async function read(address: string, storage: Storage): Promise<Buffer> {
  if (!address.startsWith('/')) return fetchBytes(address, LIMITS);
  const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  if (path.startsWith(STORED)) return buffer(await storage.read(path.slice(STORED.length)));
  return readOwn(normalize(path));
}

function readOwn(path: string): Promise<Buffer> {
  return readFile(join(BUILT, path)).catch(() => readFile(join(WRITTEN, path)));
}
