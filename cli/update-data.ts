// What `update` does with the data: each step is a process of its own, of the version whose code it needs and of the user that
// serves the data, and prints JSON. docs/decisions/0013-versions.md
import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { codePath } from '../app/code-folder.ts';
import { BEFORE_UPDATES, freeBytes, keepBeforeUpdate } from '../app/backup/before-update.ts';
import { countedTables } from '../app/backup/compare-restored.ts';
import { checkBackup } from '../app/backup/check-backup.ts';
import { differingRows } from '../app/backup/differing-rows.ts';
import { GIVEN_UP, goBack } from '../app/backup/go-back.ts';
import { restoreBackup } from '../app/backup/restore-backup.ts';
import { copyBefore } from '../app/backup/take-backup.ts';
import { readSettings, type Settings } from '../app/config/settings.server.ts';
import { readDataVersion } from '../app/db/data-version.ts';
import { isLocked } from '../app/db/folder-lock.ts';
import type { Database } from '../app/db/db.server.ts';
import { migrate, tryMigrationLock } from '../app/db/migrate.ts';
import { migrations, currentName, tablesNamedBy } from '../app/db/migrations/all.ts';
import { openAsItIs, sizeOf, type Place } from '../app/db/open-database.server.ts';
import { listRelations } from '../app/db/whole-tables.ts';
import { linkedFiles, openStorage } from '../app/storage/open-storage.server.ts';
import { listCopies, readServing } from '../app/serving.ts';
import { pathToFileURL } from 'node:url';
import { openClub } from './open-club.ts';

/** Below DATA_DIR while a rehearsal runs, and its schema on Postgres. */
const REHEARSAL = 'rehearsal';
const SCHEMA = 'clubroom_rehearsal';

const STEPS: Record<string, (settings: Settings, args: string[]) => Promise<object>> = {
  inspect,
  look,
  copy,
  rehearse,
  clean,
  keep,
  back,
  compare,
};

process.umask(process.umask() | 0o077);
const [name = '', ...args] = process.argv.slice(2);
try {
  const step = STEPS[name];
  if (!step) throw new Error(`This version has no step '${name}': it cannot be updated to.`);
  console.log(JSON.stringify(await step(readSettings(), args)));
} catch (error) {
  console.error((error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' '));
  process.exitCode = 1;
}

/** What there is before anything is changed. */
async function inspect({ dataDir }: Settings): Promise<object> {
  const { db, close } = await openClub();
  try {
    await requireNobodyHolds(db);
    const { version } = await db.snapshot((at) => readDataVersion(at, db.dialect));
    const place = { bytes: await sizeOf(db), free: await freeBytes(dataDir), disk: (await statfs(dataDir)).type };
    return { dialect: db.dialect, version, ...place, copies: await findCopies(db, dataDir) };
  } finally {
    await close();
  }
}

/** Whichever version has written the data. */
async function look({ databaseUrl: url, dataDir }: Settings): Promise<object> {
  const db = await openAsItIs({ url, dataDir });
  try {
    const { age, version } = await db.snapshot((at) => readDataVersion(at, db.dialect));
    return { age, version, copies: await findCopies(db, dataDir) };
  } finally {
    await db.close();
  }
}

async function findCopies(db: Database, dataDir: string): Promise<object[]> {
  const folders = new Set([dataDir, ...(db.dialect === 'postgres' ? await listCopies(db) : [])]);
  const copies: object[] = [];
  for (const folder of folders) {
    const serving = await readServing(folder);
    copies.push({
      dataDir: folder,
      kept: await listIn(join(folder, BEFORE_UPDATES)),
      givenUp: await listIn(join(folder, GIVEN_UP)),
      ...(serving && isServedIn(folder) && { serving }),
    });
  }
  return copies;
}

/** Somebody else’s folder cannot be looked into: it is theirs to update. */
function isServedIn(folder: string): boolean {
  try {
    return isLocked(folder);
  } catch {
    return false;
  }
}

async function listIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((one) => !one.endsWith('.unfinished')).map((one) => join(folder, one));
}

async function requireNobodyHolds(db: Database): Promise<void> {
  const held = 'Another process holds the database';
  const isFree = await db
    .write((tx) => tryMigrationLock(tx, db.dialect))
    .catch((error: unknown) => {
      throw new Error(`${held}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
    });
  if (!isFree) throw new Error(`${held}: it is being migrated or restored.`);
}

/** By the version that serves: the database alone, as it is at one moment. */
async function copy({ dataDir }: Settings): Promise<object> {
  const { db, close } = await openClub();
  const folder = join(dataDir, REHEARSAL);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const { rows } = await copyBefore(db, undefined, join(folder, 'copy'));
    return { rows };
  } finally {
    await close();
  }
}

/** By the new version. */
async function rehearse(settings: Settings): Promise<object> {
  const folder = join(settings.dataDir, REHEARSAL, 'copy');
  const manifest = await checkBackup(folder);
  const place = await makeStage(settings);
  const db = await openAsItIs(place);
  const known = new Set(manifest.migrations.map(currentName));
  const pending = Object.keys(migrations).filter((one) => !known.has(one));
  let tables = 0;
  const faults: string[] = [];
  let relations: string[];
  try {
    await migrate(db);
    await restoreBackup(db, { put: async () => undefined }, { folder, manifest });
    const named = tablesNamedBy(pending);
    for (const table of countedTables(manifest)) {
      if (named.has(table)) continue;
      tables++;
      const [now, rows] = [await countIn(db, table), manifest.tables[table]?.rows];
      if (now !== rows) faults.push(`${table} has ${now ?? 'no'} rows in place of ${rows}`);
    }
    relations = await db.snapshot((at) => listRelations(at, db.dialect));
  } finally {
    await db.close();
  }
  const { openPages }: typeof import('../app/main.ts') = await import(
    pathToFileURL(codePath('build/server/index.js')).href
  );
  const { pages, broken } = await openPages({ ...settings, ...stageSettings(place) });
  const kept = await listIn(join(settings.dataDir, BEFORE_UPDATES));
  return { tables, pages, faults: [...faults, ...broken], migrates: pending.length > 0, relations, kept };
}

async function countIn(db: Database, table: string): Promise<number | undefined> {
  const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db.query);
  const { rows } = await counted.catch(() => ({ rows: [] }));
  return rows[0]?.count;
}

async function makeStage({ databaseUrl, dataDir }: Settings): Promise<Place> {
  const folder = join(dataDir, REHEARSAL, 'data');
  await mkdir(folder, { mode: 0o700 });
  if (!databaseUrl) return { dataDir: folder };
  await dropSchema(databaseUrl, dataDir);
  await withDatabase({ url: databaseUrl, dataDir }, async (db) => {
    await db
      .write(({ query }) => sql`create schema ${sql.id(SCHEMA)}`.execute(query))
      .catch((error: unknown) => {
        if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
        throw new Error(
          'The role of DATABASE_URL may not make a schema for the rehearsal: grant create on the database to it.',
          { cause: error },
        );
      });
  });
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${SCHEMA}`);
  return { url: url.href, dataDir: folder };
}

/** Nobody is written to, and no file of the site's is touched. */
function stageSettings({ url, dataDir }: Place) {
  const nothing = { storageUrl: undefined, smtpUrl: undefined, discordWebhookUrl: undefined };
  return { ...nothing, databaseUrl: url, dataDir, oidc: undefined, startsEmpty: true };
}

async function withDatabase(place: Place, work: (db: Database) => Promise<void>): Promise<void> {
  const db = await openAsItIs(place);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

async function dropSchema(url: string, dataDir: string): Promise<void> {
  await withDatabase({ url, dataDir }, async (db) => {
    await db.write(({ query }) => sql`drop schema if exists ${sql.id(SCHEMA)} cascade`.execute(query));
  });
}

async function clean({ databaseUrl, dataDir }: Settings): Promise<object> {
  const folder = join(dataDir, REHEARSAL);
  if (!existsSync(folder)) return {};
  if (databaseUrl) await dropSchema(databaseUrl, dataDir);
  await rm(folder, { recursive: true, force: true });
  return {};
}

/** By the version that serves, where the new one migrates nothing and so keeps nothing itself. */
async function keep(settings: Settings): Promise<object> {
  const { db, close } = await openClub();
  const { dataDir } = settings;
  try {
    const data = await db.snapshot((at) => readDataVersion(at, db.dialect));
    const source = linkedFiles(await openStorage(settings), settings);
    return { kept: await keepBeforeUpdate(db, data, { dataDir, source, isServed: true, log: () => undefined }) };
  } finally {
    await close();
  }
}

/**
 * Without a start, for deploy/update-compose.sh: puts back what the later version's start kept before it migrated. `rehearsal`
 * is what its rehearsal printed, with what was kept already: clocks may have been wrong, so the last by its name may be older.
 * Data that it has not migrated stays, with all that was written until it ended.
 */
async function back(settings: Settings, [rehearsal = '']: string[]): Promise<object> {
  const { databaseUrl: url, dataDir } = settings;
  const names = z.array(z.string());
  const { relations, kept } = z.object({ relations: names, kept: names }).parse(JSON.parse(rehearsal));
  const folder = join(dataDir, BEFORE_UPDATES);
  const copied = (await listIn(folder)).find((one) => !kept.includes(one));
  const storage = await openStorage(settings);
  const source = linkedFiles(storage, settings);
  await withDatabase({ url, dataDir }, async (db) => {
    await goBack(db, { copy: copied, evenIfSame: false, relations }, { dataDir, storage, source });
    const { age } = await db.snapshot((at) => readDataVersion(at, db.dialect));
    if (age === 'newer') throw new Error(`There is no copy of the data in ${folder}.`);
  });
  return {};
}

/** How many rows of each table are in the second backup alone. */
async function compare(_settings: Settings, [before = '', after = '']: string[]): Promise<object> {
  return { written: await differingRows(resolve(before), resolve(after)) };
}
