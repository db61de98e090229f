import { createHash } from 'node:crypto';
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../test/actors.ts';
import {
  allContent,
  allRows,
  EXEC,
  openBackupSite,
  seedStoredFile,
  seedClub,
  restoreInto,
  type BackupSite,
} from '../../test/backups.ts';
import { databases, sqliteDatabase } from '../../test/databases.ts';
import { rebuildTables } from '../db/whole-tables.ts';
import { execs } from '../domain/execs.ts';
import { food } from '../domain/food.ts';
import { addRecord } from '../domain/record-changes/save.ts';
import type { Change } from '../domain/topics.ts';
import { eraseDueFiles } from '../domain/uploads/erase-files.ts';
import { checkBackup } from './check-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

let site: BackupSite;
afterEach(() => site.close());

const fileOf = (table: string) => join(site.backup, 'tables', `${table}.ndjson`);

/** The columns of every table as they were after these migrations. */
async function columnsAfter(migrations: string[]): Promise<Map<string, string[]>> {
  const { db, close } = await sqliteDatabase();
  const columns = new Map<string, string[]>();
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, migrations, async () => {
      const { rows } = await sql<{ table: string; column: string }>`
        select m.name as "table", p.name as "column" from sqlite_master m, pragma_table_info(m.name) p`.execute(
        tx.query,
      );
      for (const row of rows) columns.set(row.table, [...(columns.get(row.table) ?? []), row.column]);
    }),
  );
  await close();
  return columns;
}

/** Leaves these columns alone in a table of the backup. Returns what its manifest says of it then. */
async function leaveColumns(table: string, columns: string[]) {
  const [names = [], ...rows]: string[][] = (await readFile(fileOf(table), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const left = [names, ...rows].map((row) => row.filter((_value, at) => columns.includes(names[at] ?? '')));
  const text = names.length > 0 ? left.map((row) => `${JSON.stringify(row)}\n`).join('') : '';
  await writeFile(fileOf(table), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { rows: rows.length, bytes: Buffer.byteLength(text), sha256 };
}

describe.each(databases)('a restore on %s', (_, open) => {
  beforeEach(async () => {
    site = await openBackupSite(open);
  });

  test('a database that holds records is only given up when that is asked for, and then as a whole', async () => {
    await seedClub(site.db, site.storage);
    await takeBackup(site.db, site.storage, site.backup);
    const [rows, content] = [await allRows(site.db), await allContent(site.storage)];
    const added = await seedStoredFile(site.db, site.storage);
    await addRecord(site.db, admin, execs, { ...EXEC, image: added });
    const changed = await allRows(site.db);
    await expect(restoreInto(site, site.backup)).rejects.toThrow('add --replace');
    expect(await allRows(site.db)).toEqual(changed);

    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    await restoreInto(site, site.backup, { replace: true });
    expect(new Set(told.map(({ topic, key }) => `${topic}${key}`))).toContain('event');
    const { file_deletions: queued, ...restored } = await allRows(site.db);
    const { file_deletions: before, ...wanted } = rows;
    expect(restored).toEqual(wanted);
    expect(queued).toHaveLength((before?.length ?? 0) + 1);
    await eraseDueFiles(site.db, site.storage.deleteAll);
    expect(await allContent(site.storage)).toEqual(content);
  });

  test('a restore that fails half-way leaves everything as it was', async () => {
    await seedClub(site.db, site.storage);
    await takeBackup(site.db, site.storage, site.backup);
    await addRecord(site.db, admin, food, { name: 'Later', section: 'Drink', price: 1 });
    const before = await allRows(site.db);
    const manifest = await checkBackup(site.backup);
    await appendFile(join(site.backup, 'tables/users.ndjson'), '["uid","admin","email"]\n["only one"]\n');
    const damaged = restoreBackup(site.db, site.storage, { folder: site.backup, manifest }, { replace: true });
    await expect(damaged).rejects.toThrow('a row has another number of values');
    expect(await allRows(site.db)).toEqual(before);
    await addRecord(site.db, admin, food, { name: 'And on', section: 'Drink', price: 1 });
  });

  test('one of an older version is brought up to date', async () => {
    await seedClub(site.db, site.storage);
    await takeBackup(site.db, site.storage, site.backup);
    const file = join(site.backup, 'manifest.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    // As it was before the table of former forms was there, and two others were called what they are.
    manifest.migrations = manifest.migrations.filter((name: string) => name < '004');
    await rename(fileOf('unknown_records'), fileOf('kept'));
    await rename(fileOf('app_state'), fileOf('notes'));
    const before = await columnsAfter(manifest.migrations);
    const held = [...Object.keys(manifest.tables), 'kept', 'notes'].filter((table) => before.has(table));
    manifest.tables = {};
    for (const table of held) manifest.tables[table] = await leaveColumns(table, before.get(table) ?? []);
    await writeFile(file, JSON.stringify(manifest));
    // What columns say that were not there then is not in it.
    const known = async () =>
      Object.entries(await allRows(site.db)).map(([table, rows]) => [
        table,
        // Nor what a table holds that was not there.
        table === 'jobs' ? [] : rows.map((row) => JSON.stringify(JSON.parse(row), before.get(table))).toSorted(),
      ]);
    const rows = await known();
    await restoreInto(site, site.backup, { replace: true });
    expect(await known()).toEqual(rows);
    const { rows: ran } = await sql<{ name: string }>`select name from migrations`.execute(site.db.query);
    expect(ran.map(({ name }) => name)).toContain('004-former-forms');
  });

  test('limits and what keeps files from being erased are all that is left out', async () => {
    const tables = await site.db.query.introspection.getTables();
    await takeBackup(site.db, site.storage, site.backup);
    const { tables: held } = await checkBackup(site.backup);
    const names = tables
      .flatMap(({ name, isView }) => (isView ? [] : name))
      .filter((name) => !Object.hasOwn(held, name));
    expect(names.toSorted()).toEqual(['erasure_holds', 'mailed_recipients', 'migrations', 'rate_limits']);
  });
});
