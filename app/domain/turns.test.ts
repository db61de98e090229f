import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databases, type TestDatabase } from '../../test/databases.ts';
import { openDatabase } from '../db/db.server.ts';
import { takeTurn } from './turns.ts';

describe.each(databases)('turns on %s', (_, open) => {
  let site: TestDatabase;
  beforeEach(async () => {
    site = await open();
  });
  afterEach(() => site.close());

  test('one of many copies that ask at once gets the turn, and the next one when it is time', async () => {
    const { db, databaseUrl: url, dataDir } = site;
    // Copies of the site share Postgres; one process alone holds the embedded database.
    const other = url ? await openDatabase({ url, dataDir }) : db;
    const now = Date.now();
    const ask = (at: number) =>
      Promise.all(Array.from({ length: 10 }, (_copy, copy) => takeTurn(copy % 2 ? db : other, 'tidy', 1000, at)));
    expect((await ask(now)).filter(Boolean)).toHaveLength(1);
    expect((await ask(now + 999)).filter(Boolean)).toHaveLength(0);
    expect((await ask(now + 1000)).filter(Boolean)).toHaveLength(1);
    expect(await takeTurn(db, 'other work', 1000, now)).toBe(true);
    if (other !== db) await other.close();
  });
});
