import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { VERSION } from '../config/version.ts';
import type { Database, Reader, Writer } from './db.server.ts';
import { currentName, migrations } from './migrations/all.ts';
import { readNote, writeNote } from './notes.ts';

const NOTE = 'version';
/** Before this migration, the table of the note had another name. */
const NOTED_SINCE = '013-named-tables';

export interface DataVersion {
  /** Compared with this version of the program; 'none' if no version has made its tables yet. */
  age: 'none' | 'older' | 'same' | 'newer';
  /** The highest version that started on this data; undefined if none noted itself. */
  version: string | undefined;
}

export async function readDataVersion(at: Reader, dialect: Database['dialect']): Promise<DataVersion> {
  const ran = (await hasTable(at, dialect, 'migrations')) ? await listMigrations(at) : [];
  if (ran.length === 0) return { age: 'none', version: undefined };
  const version = ran.includes(NOTED_SINCE) ? await readNote(at, NOTE) : undefined;
  return { age: ageOf(ran, version), version };
}

function ageOf(ran: string[], version: string | undefined): DataVersion['age'] {
  if (unknownMigration(ran) !== undefined || isNewer(version)) return 'newer';
  const names = new Set(ran.map(currentName));
  return Object.keys(migrations).every((name) => names.has(name)) ? 'same' : 'older';
}

/** Versions that differ only in the third number can start on each other's data. */
export function isNewer(version: string | undefined): boolean {
  const [first, second] = numbersOf(version ?? '0.0');
  const [ownFirst, ownSecond] = numbersOf(VERSION);
  return first > ownFirst || (first === ownFirst && second > ownSecond);
}

function numbersOf(version: string): [number, number] {
  const [first = 0, second = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
  return [first, second];
}

export async function noteVersion(tx: Writer): Promise<void> {
  if ((await readNote(tx, NOTE)) !== VERSION) await writeNote(tx, NOTE, VERSION);
}

export function newerData({ version }: DataVersion): StartError {
  const written = version === undefined ? 'a newer version of Clubroom' : `version ${version}`;
  const wanted = version === undefined || !isNewer(version) ? 'that version' : version;
  return new StartError(
    `This data was written by ${written}; this is version ${VERSION}. Start ${wanted} or later, or go back with \`npm run club -- update --back\`.`,
  );
}

export function olderData({ version }: DataVersion): StartError {
  const written = version === undefined ? 'an older version of Clubroom' : `version ${version}`;
  return new StartError(
    `This data was written by ${written}; this is version ${VERSION}, and nothing was changed. Only a start of the site brings data up to date: start this version first, or use the commands of the other.`,
  );
}

export function unknownMigration(names: string[]): string | undefined {
  return names.find((name) => !Object.hasOwn(migrations, currentName(name)));
}

export async function listMigrations({ query }: Reader): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(query);
  return rows.map(({ name }) => name);
}

async function hasTable(at: Reader, dialect: Database['dialect'], name: string): Promise<boolean> {
  return (await listTables(at, dialect)).includes(name);
}

export async function listTables({ query }: Reader, dialect: Database['dialect']): Promise<string[]> {
  const { rows } =
    dialect === 'postgres'
      ? await sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = current_schema()`.execute(query)
      : await sql<{ name: string }>`
          select name from sqlite_master where type = 'table' and name not like 'sqlite%'`.execute(query);
  return rows.map(({ name }) => name);
}
