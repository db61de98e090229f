import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '024');

test.each(databases)('what was noted of links goes, and all else stays, on %s', async (_, open) => {
  const { db, close } = await open();
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      const { query } = tx;
      await sql`insert into link_checks (address, checked_at, failures) values ('https://a.example', 1, 0)`.execute(
        query,
      );
      await sql`insert into settled_findings (finding, state) values ('f', '1')`.execute(query);
      await sql`insert into app_state (name, value) values ('turn:links', '1'), ('turn:sweeps', '2')`.execute(query);
    }),
  );
  const tables = await db.query.introspection.getTables();
  expect(tables.filter(({ isView }) => !isView).map(({ name }) => name)).not.toContain('link_checks');
  expect(await db.query.selectFrom('settled_findings').selectAll().execute()).toEqual([{ finding: 'f', state: '1' }]);
  const turns = await db.query.selectFrom('app_state').select('name').where('name', 'like', 'turn:%').execute();
  expect(turns).toEqual([{ name: 'turn:sweeps' }]);
  await close();
});
