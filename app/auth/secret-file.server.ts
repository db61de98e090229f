import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.server.ts';

export const SECRET_FILE = 'session-secret';

/** Undefined if none was set and no start has made one. */
export async function readSecret({
  sessionSecret,
  dataDir,
}: Pick<Settings, 'sessionSecret' | 'dataDir'>): Promise<string | undefined> {
  return sessionSecret ?? ((await readFile(join(dataDir, SECRET_FILE), 'utf8').catch(() => '')).trim() || undefined);
}

/** Only this user can read it. Two processes that start at once get the same secret. */
export async function readOrMakeSecret(
  dataDir: string,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const file = join(dataDir, name);
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known.trim();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const made = await make();
  try {
    await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return (await readFile(file, 'utf8')).trim();
  }
}
