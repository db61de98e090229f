import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { databases } from '../../../test/databases.ts';
import { rebuildTables } from '../whole-tables.ts';
import { migrations } from './all.ts';

const BEFORE = Object.keys(migrations).filter((name) => name < '041-');

test.each(databases)(
  'of older links those of unconfirmed sign-ups were mailed, of others nobody knows, on %s',
  async (_, open) => {
    const { db, close } = await open();
    const sign = (key: string, state: string, email = `${key}@example.edu`) =>
      sql`insert into entries (form_id, key, answers, created_at, state, email) values ('f', ${key}, '{}', 1, ${state}, ${email})`;
    await db.write((tx) =>
      rebuildTables(tx, db.dialect, BEFORE, async () => {
        for (const state of ['unconfirmed', 'going', 'cancelled']) {
          await sign(state, state).execute(tx.query);
          await sql`insert into sign_up_links (token_hash, form_id, entry_key, created_at)
          values (${state}, 'f', ${state}, 1)`.execute(tx.query);
        }
      }),
    );
    const links = await db.query
      .selectFrom('sign_up_links')
      .select(['entry_key', 'mailed'])
      .orderBy('entry_key')
      .execute();
    expect(links).toEqual([
      { entry_key: 'cancelled', mailed: null },
      { entry_key: 'going', mailed: null },
      { entry_key: 'unconfirmed', mailed: 1 },
    ]);
    const add = (key: string, state: string) =>
      db.write((tx) => sign(key, state, 'going@example.edu').execute(tx.query));
    await add('a', 'unconfirmed');
    await add('b', 'unconfirmed');
    await expect(add('c', 'cancelled')).rejects.toThrow(/unique/i);
    await close();
  },
);
