import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A socket's path has room for 107 bytes on Linux, 103 elsewhere. */
const LONGEST = 100;

export function socketPath(dataDir: string): string {
  const folder = resolve(dataDir);
  const path = join(folder, 'club.sock');
  if (Buffer.byteLength(path) <= LONGEST) return path;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  return join(tmpdir(), `clubroom-${name}.sock`);
}
