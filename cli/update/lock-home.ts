import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../../app/db/folder-lock.ts';
import { VERSIONS } from '../../scripts/versions.mjs';

/** One update at a time in a folder. It goes with its process. */
export function lockHome(home: string): () => void {
  mkdirSync(join(home, VERSIONS), { recursive: true, mode: 0o755 });
  const lock = takeLock(join(home, VERSIONS, 'update.lock'));
  if (!lock) throw new Error('Another update is running');
  return () => lock.close();
}
