import { afterEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../app/domain/actor.ts';
import { changeRole } from '../../app/domain/users/set-role.ts';
import { listRoles } from '../../app/domain/users/accounts.ts';
import { databases, type TestDatabase } from '../databases.ts';

const ROUNDS = 1000;
const as = (uid: string): Actor => ({ uid, name: uid, email: '', role: 'admin' });

let opened: TestDatabase;
afterEach(() => opened.close());

describe.each(databases)('two admins on %s, each on a copy of the site where several may be', (_, open) => {
  test('who remove each other at the same moment, again and again, always leave one', async () => {
    opened = await open();
    const { db } = opened;
    const other = await opened.copy();
    const users = ['one', 'two'].map((uid) => ({ uid, name: uid, admin: 1, extra: null, created_at: 1 }));
    await db.write(({ query }) => query.insertInto('users').values(users).execute());
    const left: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.allSettled([changeRole(db, as('one'), 'two', null), changeRole(other, as('two'), 'one', null)]);
      const admins = await listRoles(db);
      left.push(admins.length);
      await db.write(({ query }) => query.updateTable('users').set({ admin: 1 }).execute());
    }
    expect(left).toEqual(Array(ROUNDS).fill(1));
  });
});
