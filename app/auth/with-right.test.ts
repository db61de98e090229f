import { beforeEach, describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import type { AskRight } from './with-right.ts';
import { withRight } from './with-right.ts';

describe.each(databases)('a write by a right that may be taken away, on %s', (_name, open) => {
  const site = freshDatabase(open);

  beforeEach(async () => {
    await note('right');
  });

  const ask: AskRight = async ({ query }) => {
    const row = await query.selectFrom('app_state').select('name').where('name', '=', 'right').executeTakeFirst();
    if (!row) throw new Error('taken away');
  };
  const note = (name: string, db = site.db) =>
    db.write(({ query }) => query.insertInto('app_state').values({ name, value: '' }).execute());
  const noteTogether = (name: string) =>
    withRight(site.db, ask).writeTogether(({ query }) =>
      query.insertInto('app_state').values({ name, value: '' }).execute(),
    );
  const takeAway = () =>
    site.db.write(({ query }) => query.deleteFrom('app_state').where('name', '=', 'right').execute());
  const noted = async () => {
    const rows = await site.db.query.selectFrom('app_state').select('name').where('name', 'like', 'done%').execute();
    return rows.map(({ name }) => name);
  };

  test('is done while it holds, and leaves nothing afterwards', async () => {
    await note('done alone', withRight(site.db, ask));
    await noteTogether('done with others');
    expect((await noted()).toSorted()).toEqual(['done alone', 'done with others']);
    await takeAway();
    await expect(note('done too late', withRight(site.db, ask))).rejects.toThrow('taken away');
    await expect(noteTogether('done too late with others')).rejects.toThrow('taken away');
    expect(await noted()).toHaveLength(2);
  });

  test('asks in the commit that it shares with others, and for itself alone', async () => {
    await takeAway();
    const others = site.db.writeTogether(({ query }) =>
      query.insertInto('app_state').values({ name: 'done by others', value: '' }).execute(),
    );
    const results = await Promise.allSettled([others, noteTogether('done too late')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await noted()).toEqual(['done by others']);
  });
});
