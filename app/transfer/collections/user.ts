import type { Writer } from '../../db/db.server.ts';
import type { UserRow } from '../../db/tables.ts';
import { noteActivity } from '../../domain/activity.ts';
import { nameOfAccount } from '../../domain/users/accounts.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';

type UserColumns = Pick<UserRow, keyof UserRow>;

/** An import may make admins, as whoever runs the site may. Addresses count as verified only where the file says so. */
export const users: Collection<UserColumns> = {
  table: 'users',
  keys: ['uid'],
  topic: 'user',
  versioned: false,
  fixed: ['created_at'],
  path: ({ uid }) => ['user', uid],
  read({ key, value, path, now }) {
    const user = new Fields(value, path);
    const [admin, email, name] = [user.flag('admin'), user.text('email'), user.text('name')];
    const rest = user.rest();
    const { emailVerified, ...others } = rest;
    const isVerified = emailVerified === true && email !== null && email !== '';
    return {
      ...{ uid: key, admin, email, name },
      verified_email: isVerified ? email : null,
      granted_to: admin === 1 ? email : null,
      legacy: null,
      extra: keep(isVerified ? others : rest),
      created_at: now,
    };
  },
  /** E-mail and name come from the sign-in: a file without them does not take them away. */
  merge(known, incoming) {
    const isBetterKnown = known.verified_email !== null && incoming.verified_email === null;
    return {
      ...incoming,
      email: isBetterKnown ? known.email : (incoming.email ?? known.email),
      verified_email: incoming.verified_email ?? known.verified_email,
      granted_to: known.granted_to ?? incoming.granted_to,
      legacy: known.legacy,
      name: incoming.name ?? known.name,
    };
  },
  prepare: noteAdmins,
  remove: noteFormerAdmins,
  write(row) {
    return present({
      admin: row.admin === null ? null : row.admin === 1,
      email: row.verified_email ?? row.email,
      name: row.name,
      ...kept(row.extra),
      ...(row.verified_email !== null && { emailVerified: true }),
    });
  },
};

async function noteAdmins(tx: Writer, rows: UserColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const uids = rows.map(({ uid }) => uid);
  const known = await tx.query.selectFrom('users').select(['uid', 'admin']).where('uid', 'in', uids).execute();
  const admins = new Set(known.filter(({ admin }) => admin === 1).map(({ uid }) => uid));
  for (const row of rows) {
    const isAdmin = row.admin === 1;
    if (isAdmin !== admins.has(row.uid)) await note(tx, row, isAdmin ? 'granted' : 'revoked');
  }
}

async function noteFormerAdmins(tx: Writer, rows: UserColumns[]): Promise<void> {
  for (const row of rows) if (row.admin === 1) await note(tx, row, 'revoked');
}

async function note(tx: Writer, { uid, name, email }: UserColumns, verb: 'granted' | 'revoked'): Promise<void> {
  await noteActivity(tx, null, verb, 'user', uid, nameOfAccount({ uid, name, email }));
}
