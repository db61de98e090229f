import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases, postgresDatabase } from '../../test/databases.ts';
import { openDatabase } from './open-database.server.ts';

test.each(databases)(
  '%s that a newer version has changed is refused with one line, and left as it is',
  async (_, open) => {
    const { db, databaseUrl, dataDir, close } = await open();
    await db.write(({ query }) => sql`insert into migrations (name, ran_at) values ('999-later', 0)`.execute(query));
    const opening = openDatabase({ url: databaseUrl, dataDir });
    await expect(opening).rejects.toThrow(
      /^The database .* cannot be opened: a newer version of Clubroom has changed its tables \(999-later\); run that version$/,
    );
    await close();
  },
);

test('migrations only add, so that copies of the version before go on beside a new one', async () => {
  const folder = join(import.meta.dirname, 'migrations');
  // The first makes the counters of the limits anew, which nobody misses; the others leave the old names, see below.
  const known = ['006-sliding-limits.ts', '013-named-tables.ts', '024-no-link-checks.ts'];
  const names = (await readdir(folder)).filter((name) => !known.includes(name) && !name.endsWith('.test.ts'));
  expect(names.length).toBeGreaterThan(6);
  const taking = /\b(drop|rename|alterColumn|modifyColumn|setNotNull)\w*\(|\b(drop|rename) (table|column|to)\b/i;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(names.filter((_, at) => taking.test(texts[at] ?? ''))).toEqual([]);
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
