import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Readable by this user only. Two processes that begin at once get the same one. */
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
