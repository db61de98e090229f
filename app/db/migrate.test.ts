import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../test/databases.ts';
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
  // It makes the counters of the limits anew, which nobody misses.
  const names = (await readdir(folder)).filter((name) => name !== '006-sliding-limits.ts');
  expect(names.length).toBeGreaterThan(6);
  const taking = /\b(drop|rename|alterColumn|modifyColumn|setNotNull)\w*\(|\b(drop|rename) (table|column)/i;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(names.filter((_, at) => taking.test(texts[at] ?? ''))).toEqual([]);
});
