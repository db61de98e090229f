import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '012');
const guid = (at: number) => `0f0e0d0c-0b0a-4908-8706-0504030201${String(at).padStart(2, '0')}`;
const file = (at: number) => ({ name: 'a.jpg', url: `/files/2026/1/1/${guid(at)}/a.jpg`, guid: guid(at) });

test.each(databases)('what the records of the version before use, and say of themselves, on %s', async (_, open) => {
  const { db, close } = await open();
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      const [image, shared] = [JSON.stringify(file(1)), JSON.stringify([file(2), file(2)])];
      // An import may write a guid in capitals.
      const capitals = JSON.stringify([{ name: 'a', url: file(3).url.toUpperCase() }]);
      await sql`insert into events (key, image, gallery, resources) values
        ('e', ${image}, ${shared}, ${capitals}), ('none', null, null, null)`.execute(tx.query);
      await sql`insert into execs (key, image) values ('x', ${image}), ('unreadable', '{')`.execute(tx.query);
      await sql`insert into dsc (key, img) values ('d', ${JSON.stringify(file(4))})`.execute(tx.query);
      await sql`insert into files_settings (key, value) values ('homeSlideshow', ${shared})`.execute(tx.query);
      await sql`insert into kept (collection, key, value) values ('tags', 'a', '1')`.execute(tx.query);
      await sql`insert into notes (name, value) values ('sample', '{}')`.execute(tx.query);
      for (let at = 0; at < 1200; at++)
        await sql`insert into execs (key, image) values (${`many-${at}`}, ${image})`.execute(tx.query);
    }),
  );
  const uses = await db.query.selectFrom('file_uses').selectAll().where('record_key', 'not like', 'many-%').execute();
  expect(uses.map(({ topic, record_key: key, guid: used }) => `${topic} ${key} ${used.slice(-1)}`).toSorted()).toEqual([
    'dsc d 4',
    'event e 1',
    'event e 2',
    'event e 3',
    'exec x 1',
    'files homeSlideshow 2',
  ]);
  const { count } = await db.query
    .selectFrom('file_uses')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(1206);
  expect(await db.query.selectFrom('unknown_records').select('collection').execute()).toEqual([{ collection: 'tags' }]);
  expect(await db.query.selectFrom('app_state').select('value').where('name', '=', 'sample').execute()).toEqual([
    { value: '{}' },
  ]);
  await close();
});
