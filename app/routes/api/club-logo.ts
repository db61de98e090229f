import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../storage/storage.server.ts';

const STORED = '/files/';
/** Where files that are served as they are lie, and before anything is built. */
const BUILT = 'build/client';
const WRITTEN = 'public';
const TIMEOUT_MS = 5000;
const MOST_BYTES = 5 * 1024 * 1024;
/** After a failure nothing is tried again for so long. */
const RETRY_MS = 10 * 60_000;

/**
 * Reads the club's logo, a path of this site or an http(s) address (readings.md 3), when it is first asked for, and then
 * knows it. Gives undefined where there is none, or it cannot be read: the log says why.
 */
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
  if (!address.startsWith('/')) return fetchPicture(address);
  const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
  if (path.startsWith(STORED)) return buffer(await storage.read(path.slice(STORED.length)));
  return readOwn(normalize(path));
}

function readOwn(path: string): Promise<Buffer> {
  return readFile(join(BUILT, path)).catch(() => readFile(join(WRITTEN, path)));
}

async function fetchPicture(address: string): Promise<Buffer> {
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the answer was ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`it is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
