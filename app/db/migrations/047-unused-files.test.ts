import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '047');
const guid = (at: number) => `0f0e0d0c-0b0a-4908-8706-0504030201${String(at).padStart(2, '0')}`;
const address = (at: number) => `https://club.example.edu/files/2026/1/1/${guid(at)}/a.jpg`;

test.each(databases)('the files that texts of the version before name are in use, on %s', async (_, open) => {
  const { db, close } = await open();
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      const insert = (query: ReturnType<typeof sql>) => query.execute(tx.query);
      await insert(sql`insert into events (key, recap, description) values
        ('e', ${`[Photos](${address(1)})`}, ${`${address(1)} ${address(2).toUpperCase()}`}), ('none', null, ${guid(9)})`);
      await insert(sql`insert into execs (key, description) values ('x', ${address(3)})`);
      await insert(sql`insert into dsc (key, text) values ('d', ${`<img src="${address(4)}">`})`);
      await insert(sql`insert into notices (key, url, version, updated_at) values ('notice', ${address(5)}, 0, 0)`);
      await insert(sql`insert into texts (path, text, version, updated_at) values ('p', ${address(6)}, 0, 0)`);
      await insert(sql`insert into file_uses (guid, topic, record_key) values (${guid(1)}, 'event', 'e')`);
    }),
  );
  const uses = await db.query.selectFrom('file_uses').selectAll().execute();
  expect(uses.map(({ topic, record_key: key, guid: used }) => `${topic} ${key} ${used.slice(-1)}`).toSorted()).toEqual([
    ...['dsc d 4', 'event e 1', 'event e 2', 'exec x 3', 'notice notice 5', 'text p 6'],
  ]);
  await close();
});
