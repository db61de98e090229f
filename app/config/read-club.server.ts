import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { clubConfig, type ClubConfig } from './club.ts';
import { StartError } from './start-error.ts';

/** Read at start: no rebuild to change it. @throws StartError naming the file and the path of the first wrong key. */
export async function readClub(file: string): Promise<ClubConfig> {
  const content = await contentOf(file);
  const parsed = clubConfig.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = [...(issue?.path ?? []), ...(unknown ? [unknown] : [])];
  const why = unknown ? 'is not a known key' : isMissing(content, path) ? 'is missing' : issue?.message;
  throw new StartError(`Club configuration ${basename(file)}: ${path.join('.') || 'the file'} ${why}`);
}

function isMissing(content: unknown, path: PropertyKey[]): boolean {
  let here = content;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return true;
    here = Reflect.get(here, key);
  }
  return here === undefined;
}

async function contentOf(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(await readFile(file, 'utf8'));
    // Required, not imported: the development server would take an import for a module of its own.
    return createRequire(import.meta.url)(file).default;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(`Club configuration ${file} cannot be read: ${why}`);
  }
}
