import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '008');

test.each(databases)('accounts of the version before, on %s', async (_, open) => {
  const { db, close } = await open();
  const taken = `id-${'x'.repeat(43)}`;
  await db.write((tx) =>
    rebuildTables(tx, db.dialect, BEFORE, async () => {
      await sql`insert into users (uid, admin, email, name, created_at) values
        ('ada', 1, 'ada@example.edu', 'Ada', 1), ('max', 0, 'ada@example.edu', 'Max', 1),
        (${taken}, null, null, 'Waiting', 1), ('sub-digest', 1, null, 'Grace', 1),
        ('id-1234', 1, null, 'Ida', 1)`.execute(tx.query);
      await sql`insert into sessions (id_hash, uid, created_at, seen_at) values
        ('a', 'ada', 1, 1), ('b', ${taken}, 1, 1), ('c', 'sub-digest', 1, 1)`.execute(tx.query);
    }),
  );
  const users = await db.query.selectFrom('users').selectAll().orderBy('uid').execute();
  const unknown = { verified_email: null, legacy: 1 };
  expect(users).toMatchObject([
    { uid: 'ada', admin: 1, email: 'ada@example.edu', granted_to: 'ada@example.edu', ...unknown },
    { uid: 'id-1234', admin: 1, ...unknown },
    { uid: 'max', admin: 0, email: 'ada@example.edu', granted_to: null, ...unknown },
    { uid: 'sub-digest', admin: 1, ...unknown },
    { uid: `was-${taken}`, admin: null, ...unknown },
  ]);
  const sessions = await db.query.selectFrom('sessions').select('uid').orderBy('uid').execute();
  expect(sessions).toEqual([{ uid: 'ada' }, { uid: `was-${taken}` }]);
  // A copy of the version before may still run beside this one.
  await db.write(({ query }) =>
    sql`insert into users (uid, email, created_at) values ('late', 'late@example.edu', 2)`.execute(query),
  );
  const late = await db.query.selectFrom('users').selectAll().where('uid', '=', 'late').executeTakeFirst();
  expect(late).toMatchObject(unknown);
  await close();
});
