import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isNewer, unknownMigration } from '../db/data-version.ts';
import { openInside } from '../transfer/inside-folder.ts';
import { parseJson } from '../domain/parse-json.ts';

/**
 * A backup: manifest.json, written last; tables/{name}.ndjson, column names in the first line, then one row's values a line;
 * files.ndjson, a line per stored file; files/, their content.
 */
export const MANIFEST = 'manifest.json';
export const FILE_LIST = 'files.ndjson';
const FORMAT = 'clubroom-backup';
/** The format that versions read which note no version in the data. */
const VERSION = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The version of the program that wrote the data; 1 where the data does not say, as in the first versions. */
  version: z.union([z.literal(VERSION), z.string()]),
  /** ISO time of the state that the backup holds. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.record(z.string().regex(/^[a-z][a-z_]*$/), z.object({ rows: count, bytes: count, sha256 })),
  files: z.object({ count, bytes: count, sha256 }),
  /** Files that the site had lost before, in words. */
  lost: z.array(z.string()).optional(),
});

export type Manifest = z.output<typeof manifestSchema>;

export const storedFileSchema = z.object({
  path: z.string().refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part))),
  size: count,
  sha256,
  contentType: z.string(),
});

export type FileLine = z.output<typeof storedFileSchema>;

export function newManifest({ version = VERSION, ...known }: Omit<Manifest, 'format' | 'version'> & Partial<Manifest>) {
  return { format: FORMAT, version, ...known };
}

/** A manifest's text names the sum of everything in the backup, so its digest stands for all of it. */
export function digestOf(manifest: string): string {
  return createHash('sha256').update(manifest).digest('hex');
}

export async function readDigest(folder: string): Promise<string> {
  return digestOf(await readFile(join(folder, MANIFEST), 'utf8'));
}

/** Undefined for a folder that holds no finished backup. */
export async function takenAtOf(folder: string): Promise<string | undefined> {
  const json = await readFile(join(folder, MANIFEST), 'utf8').catch(() => '');
  return z.object({ format: z.literal(FORMAT), takenAt: z.string() }).safeParse(parseJson(json)).data?.takenAt;
}

/** @throws BackupError for a folder that is no backup, is unfinished, or comes from a newer version of the program. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = await openInside(folder, MANIFEST).catch(() => undefined);
  if (!file) throw new BackupError(`${folder} holds no finished backup: there is no ${MANIFEST} in it`);
  const content = parseJson(await text(file.handle.createReadStream()));
  const head = z.object({ format: z.literal(FORMAT), version: z.number() }).safeParse(content);
  if (head.success && head.data.version !== VERSION) {
    throw new BackupError(
      `The backup in ${folder} has format ${head.data.version}, and this version of Clubroom reads format ${VERSION}`,
    );
  }
  const manifest = manifestSchema.safeParse(content);
  if (!manifest.success) throw new BackupError(`The backup in ${folder} is damaged: ${MANIFEST} cannot be read`);
  const unknown = newerThanThis(manifest.data);
  if (unknown) {
    throw new BackupError(
      `The backup in ${folder} was taken by a newer version of Clubroom (${unknown}): restore it with that version`,
    );
  }
  return manifest.data;
}

function newerThanThis({ version, migrations }: Manifest): string | undefined {
  return typeof version === 'string' && isNewer(version) ? version : unknownMigration(migrations);
}

export class BackupError extends Error {
  override name = 'BackupError';
}
