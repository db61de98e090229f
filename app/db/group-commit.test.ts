import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../test/databases.ts';
import type { Change } from '../domain/topics.ts';
import type { Database, Writer } from './db.server.ts';

const note = (name: string) => async (tx: Writer) => {
  await tx.query.insertInto('app_state').values({ name, value: '' }).execute();
  tx.changed('entry', name);
  return name;
};

const lockOn = (key: string) => ({
  key,
  hold: async (): Promise<unknown> => key,
  isHeld: (value: unknown): value is unknown => value !== undefined,
});

describe.each(databases)('writing together on %s', (_name, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  const notes = async () => {
    const rows = await db.query.selectFrom('app_state').select('name').where('name', 'like', 'n%').execute();
    return rows.map(({ name }) => name).toSorted();
  };

  test('the writes of one turn share a commit, and each gets its own answer', async () => {
    const commits: Change[][] = [];
    db.onCommit((changes) => {
      commits.push(changes);
    });
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    expect(await Promise.all(names.map((name) => db.writeTogether(note(name))))).toEqual(names);
    expect(commits).toEqual([names.map((key) => ({ topic: 'entry', key }))]);
    expect(await notes()).toEqual(names.toSorted());
  });

  test('what each of them changed is told once', async () => {
    const commits: Change[][] = [];
    db.onCommit((changes) => {
      commits.push(changes);
    });
    const take = (name: string) =>
      db.writeTogether(async (tx) => {
        await note(name)(tx);
        for (let time = 0; time < 2; time++) tx.changed('places', 'talk');
      });
    await Promise.all(['n1', 'n2'].map(take));
    expect(commits.map((changes) => changes.map(({ topic, key }) => `${topic}/${key}`))).toEqual([
      ['entry/n1', 'places/talk', 'entry/n2'],
    ]);
  });

  test('one that fails is undone alone', async () => {
    const commits: Change[][] = [];
    db.onCommit((changes) => {
      commits.push(changes);
    });
    const results = await Promise.allSettled([
      db.writeTogether(note('n1')),
      db.writeTogether(async (tx) => {
        await note('n2')(tx);
        throw new Error('No');
      }),
      db.writeTogether(note('n1')),
      db.writeTogether(note('n3')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await notes()).toEqual(['n1', 'n3']);
    expect(commits.flat().map(({ key }) => key)).toEqual(['n1', 'n3']);
  });

  test('a lock is taken once in a commit, and stays taken when the first that needed it is undone', async () => {
    const held: number[] = [];
    let holds = 0;
    const lock = { ...lockOn('it'), hold: async () => ++holds };
    const add = (fails = false) =>
      db.writeHolding({ ...lock, isHeld: (value: unknown) => typeof value === 'number' }, async (_tx, value) => {
        held.push(value);
        if (fails) throw new Error('No');
      });
    await Promise.allSettled([add(true), add(), add()]);
    await add();
    expect(held).toEqual([1, 1, 1, 2]);
  });

  test('a lock that cannot be had refuses those who need it, and nobody else', async () => {
    const broken = {
      ...lockOn('broken'),
      hold: async ({ query }: Writer) => sql`select * from no_such_table`.execute(query),
    };
    const results = await Promise.allSettled([
      db.writeTogether(note('n1')),
      db.writeHolding(broken, note('n2')),
      db.writeHolding(broken, note('n3')),
      db.writeHolding(lockOn('other'), note('n4')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await notes()).toEqual(['n1', 'n4']);
  });

  test('what is asked for while a commit runs goes into the next one', async () => {
    const first = db.writeTogether(async (tx) => {
      const second = db.writeTogether(note('n2'));
      await note('n1')(tx);
      return { second };
    });
    await (
      await first
    ).second;
    expect(await notes()).toEqual(['n1', 'n2']);
  });

  test('writes on two copies that need the same rows in turn are all done', async () => {
    const { databaseUrl: url, db } = opened;
    const other = await opened.copy();
    await db.write(async (tx) => {
      await note('n1')(tx);
      await note('n2')(tx);
    });
    const bothBegan = Promise.withResolvers<void>();
    let began = 0;
    const take = (site: Database, name: string) =>
      site.writeTogether(async ({ query }) => {
        await query.updateTable('app_state').set({ value: name }).where('name', '=', name).execute();
        began += 1;
        if (began === (url ? 2 : 1)) bothBegan.resolve();
        await bothBegan.promise;
        return name;
      });
    const all = [take(db, 'n1'), take(db, 'n2'), take(other, 'n2'), take(other, 'n1')];
    expect(await Promise.all(all)).toEqual(['n1', 'n2', 'n2', 'n1']);
  });

  test('what needs the same rows is done in the same order on every copy', async () => {
    const done: string[] = [];
    const take = (name: string, rows: string) =>
      db.writeHolding(lockOn(rows), async () => {
        done.push(name);
      });
    await Promise.all([take('b1', 'b'), take('a1', 'a'), take('b2', 'b'), take('a2', 'a')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'b2']);
  });
});
