import type { Writer } from '../../db/db.server.ts';
import type { UserRow } from '../../db/tables.ts';
import { readEmail } from '../../domain/email-input.ts';
import { noteRole } from '../../domain/users/set-role.ts';
import { MOST_COMMITTEES } from '../../domain/users/invitation-input.ts';
import { isRole, roleOf, ROLES } from '../../domain/roles.ts';
import type { Collection } from '../collection.ts';
import { parseStored } from '../../domain/stored-json.ts';
import { BadValue, Fields, orLeftOut, writeExtra, readExtra, readList, readText, present } from '../fields.ts';

type UserColumns = Pick<UserRow, keyof UserRow>;

/** An import may give roles, like the operator. Addresses count as verified only if the file says so. */
export const users: Collection<UserColumns> = {
  table: 'users',
  keys: ['uid'],
  topic: 'user',
  versioned: false,
  fixed: ['created_at'],
  path: ({ uid }) => ['user', uid],
  read({ key, value, path, now, refuse }) {
    const user = new Fields(value, path);
    const nothing = 'it gives no rights';
    const [asked, isAdmin] = [user.take('role'), orLeftOut(refuse, () => user.flag('admin'), nothing)];
    const role = orLeftOut(refuse, () => readText(asked, user.at('role')), nothing);
    // If the file gives a role that cannot be read, its admin flag makes nobody an admin.
    const admin = asked !== null && role === null ? null : isAdmin;
    const email = orLeftOut(refuse, () => emailOf(user));
    const name = orLeftOut(refuse, () => user.text('name'));
    if (role !== null && !isRole(role))
      refuse(user.at('role'), `is not one of ${ROLES.join(', ')}: it gives no rights`);
    const committees = orLeftOut(refuse, () => readCommittees(user), nothing);
    const rest = user.rest();
    const { emailVerified, ...others } = rest;
    const isVerified = emailVerified === true && email !== null && email !== '';
    return {
      uid: key,
      admin,
      role,
      email,
      name,
      verified_email: isVerified ? email : null,
      granted_to: roleOf({ admin, role }) ? email : null,
      legacy: null,
      signed_in_at: null,
      committees,
      mails_proposals: null,
      extra: writeExtra(isVerified ? others : rest),
      created_at: now,
    };
  },
  /** Email and name come from the sign-in: a file without them does not take them away. */
  merge(known, incoming) {
    const isBetterKnown = known.verified_email !== null && incoming.verified_email === null;
    return {
      ...incoming,
      email: isBetterKnown ? known.email : (incoming.email ?? known.email),
      verified_email: incoming.verified_email ?? known.verified_email,
      granted_to: known.granted_to ?? incoming.granted_to,
      legacy: known.legacy,
      signed_in_at: known.signed_in_at,
      mails_proposals: known.mails_proposals,
      name: incoming.name ?? known.name,
    };
  },
  prepare: noteRoles,
  beforeRemoval: noteFormerRoles,
  write(row) {
    return present({
      admin: row.admin === null ? null : row.admin === 1,
      role: row.role,
      committees: row.committees === null ? null : readStoredList(row.committees),
      email: row.verified_email ?? row.email,
      name: row.name,
      ...readExtra(row.extra),
      ...(row.verified_email !== null && { emailVerified: true }),
    });
  },
};

/** Keys of committees, which count only with the role 'committee'. */
function readCommittees(user: Fields): string | null {
  const path = user.at('committees');
  const list = readList(user.take('committees'), path);
  if (list === null) return null;
  if (!list.every((one) => typeof one === 'string') || list.length > MOST_COMMITTEES)
    throw new BadValue(path, 'must be a list of keys');
  return JSON.stringify(list);
}

function readStoredList(stored: string): unknown {
  return parseStored(stored) ?? null;
}

function emailOf(user: Fields): string | null {
  const email = user.text('email');
  if (!email) return email;
  const read = readEmail(email, 'must be an email address');
  if ('wrong' in read) throw new BadValue(user.at('email'), read.wrong);
  return read.address;
}

async function noteRoles(tx: Writer, rows: UserColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const uids = rows.map(({ uid }) => uid);
  const known = await tx.query.selectFrom('users').select(['uid', 'admin', 'role']).where('uid', 'in', uids).execute();
  const before = new Map(known.map((user) => [user.uid, roleOf(user)]));
  for (const row of rows) {
    const [former, role] = [before.get(row.uid) ?? null, roleOf(row)];
    if (role !== former) await noteRole(tx, null, { ...row, role: former }, role);
  }
}

async function noteFormerRoles(tx: Writer, rows: UserColumns[]): Promise<void> {
  for (const row of rows) {
    const role = roleOf(row);
    if (role) await noteRole(tx, null, { ...row, role }, null);
  }
}
