import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases, postgresDatabase } from '../../test/databases.ts';
import { listMigrations } from './data-version.ts';
import { migrations } from './migrations/all.ts';
import { openDatabase } from './open-database.server.ts';
import { rebuildTables } from './whole-tables.ts';

test.each(databases)(
  '%s that a newer version has changed is refused with one line, and left as it is',
  async (_, open) => {
    const { db, databaseUrl, dataDir, close } = await open();
    await db.write(({ query }) => sql`insert into migrations (name, ran_at) values ('999-later', 0)`.execute(query));
    const opening = openDatabase({ url: databaseUrl, dataDir });
    await expect(opening).rejects.toThrow(
      /^This data was written by version \d+\.\d+\.\d+; this is version \d+\.\d+\.\d+\. Start that version or later, or go back /,
    );
    await close();
  },
);

test('every migration has a number of its own, and they run in the order of their numbers', async () => {
  const files = await readdir(join(import.meta.dirname, 'migrations'));
  const names = Object.keys(migrations);
  expect(names).toEqual(names.toSorted());
  const numbered = files.filter((file) => /^\d/.test(file)).map((file) => file.replace(/(\.test)?\.ts$/, ''));
  expect(numbered.filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names.map((name) => name.slice(0, 3))).size).toBe(names.length);
});

describe.each(databases)('a migration that had another number, on %s', (_, open) => {
  const before = Object.keys(migrations).map((name) => (name === '009-texts' ? '018-texts' : name));
  const say = (text: string) => ({ path: 'name', text, version: 1, updated_at: 0 });

  test('is not run again where it ran under that', async () => {
    const { db, databaseUrl, dataDir, close } = await open();
    await db.write(async ({ query }) => {
      await sql`update migrations set name = '018-texts' where name = '009-texts'`.execute(query);
      await query.insertInto('texts').values(say('Ours')).execute();
    });
    const again = await openDatabase({ url: databaseUrl, dataDir });
    expect(await again.query.selectFrom('texts').select('text').execute()).toEqual([{ text: 'Ours' }]);
    await again.close();
    await close();
  });

  test('is run where only the other of that number did', async () => {
    const { db, databaseUrl, dataDir, close } = await open();
    await db.write(async ({ query }) => {
      await sql`delete from migrations where name = '009-texts'`.execute(query);
      await sql`drop table texts`.execute(query);
    });
    const again = await openDatabase({ url: databaseUrl, dataDir });
    expect(await again.query.selectFrom('texts').selectAll().execute()).toEqual([]);
    await again.close();
    await close();
  });

  test('is known in a backup of the version before', async () => {
    const { db, close } = await open();
    await db.write((tx) =>
      rebuildTables(tx, db.dialect, before, async () => {
        await tx.query.insertInto('texts').values(say('Of the backup')).execute();
      }),
    );
    expect(await db.query.selectFrom('texts').select('text').execute()).toEqual([{ text: 'Of the backup' }]);
    expect(await db.snapshot(listMigrations)).toEqual(Object.keys(migrations));
    await close();
  });
});

test('migrations only add, so that copies of the version before go on beside a new one', async () => {
  // The first makes the counters of the limits anew, which nobody misses, the last an index that refuses less than before; the
  // others leave the old names, see below.
  const known = ['006-sliding-limits', '013-named-tables', '024-no-link-checks', '041-mailed-links'];
  const folder = join(import.meta.dirname, 'migrations');
  const files = (await readdir(folder)).filter((file) => /^\d/.test(file) && !file.endsWith('.test.ts'));
  const codes = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const statements = Object.entries(migrations).flatMap(([name, steps]) => (known.includes(name) ? [] : steps));
  expect(statements.length).toBeGreaterThan(100);
  const taking =
    /\b(drop|rename|alterColumn|modifyColumn|setNotNull)\w*\(|\b(drop (table|column|index|view)|rename (column|to)|alter column)\b/i;
  expect([...statements, ...codes].filter((one) => taking.test(JSON.stringify(one) ?? ''))).toEqual([]);
});

test('a copy of the version before reads and writes the tables that have another name now, or none', async () => {
  const { db, close } = await postgresDatabase();
  const take = (value: string) =>
    db.write(({ query }) =>
      sql`insert into notes (name, value) values ('turn:x', ${value}) on conflict (name) do update set value = ${value}
        where notes.value <= '5' returning name`.execute(query),
    );
  expect([(await take('4')).rows.length, (await take('6')).rows.length, (await take('7')).rows.length]).toEqual([
    1, 1, 0,
  ]);
  await db.write(({ query }) => sql`insert into kept (collection, key, value) values ('x', 'y', '1')`.execute(query));
  expect(await db.query.selectFrom('app_state').selectAll().execute()).toContainEqual({ name: 'turn:x', value: '6' });
  expect(await db.query.selectFrom('unknown_records').select('value').execute()).toEqual([{ value: '1' }]);
  const broken = sql`select address, status, failed_since as since from link_checks where failures >= 2`;
  expect((await broken.execute(db.query)).rows).toEqual([]);
  await close();
});
