import type { UserRow } from '../../../db/tables.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';

type UserColumns = Pick<UserRow, keyof UserRow>;

export const users: Collection<UserColumns> = {
  table: 'users',
  keys: ['uid'],
  topic: 'user',
  versioned: false,
  fixed: ['created_at'],
  path: ({ uid }) => ['user', uid],
  read({ key, value, path, now }) {
    const user = new Fields(value, path);
    return {
      uid: key,
      admin: user.flag('admin'),
      email: user.text('email'),
      name: user.text('name'),
      extra: keep(user.rest()),
      created_at: now,
    };
  },
  /** E-mail and name come from the sign-in; a file that does not say them does not take them away. */
  merge(known, incoming) {
    return { ...incoming, email: incoming.email ?? known.email, name: incoming.name ?? known.name };
  },
  write(row) {
    return present({
      admin: row.admin === null ? null : row.admin === 1,
      email: row.email,
      name: row.name,
      ...kept(row.extra),
    });
  },
};
