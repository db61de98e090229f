import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { holdNote } from '../../db/notes.ts';
import { noteActivity } from '../activity.ts';
import { NotFound, Rejected } from '../errors.ts';
import { findAccount, nameOfAccount, requireStill, type Account } from './accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { columnsOf, ROLE_NAMES, roleOf, type Role } from '../roles.ts';

/** Nobody else changes roles until this transaction ends. */
export async function lockRoles(tx: Writer): Promise<void> {
  await holdNote(tx, 'roles');
}

/** For the operator: checks no permission. null takes the role away. */
export async function setRole(
  db: Database,
  accounts: Account[],
  role: Role | null,
  committees: string[] = [],
): Promise<void> {
  await db.write(async (tx) => {
    await lockRoles(tx);
    await requireCommittees(tx, role, committees);
    for (const account of accounts) await writeRole(tx, null, account, role, committees);
  });
}

/**
 * Takes effect at once, in open pages and sessions too. null takes the role away.
 * @throws NotAllowed; NotFound; Rejected for one's own role, or if nobody would be an admin any more.
 */
export async function changeRole(
  db: Database,
  actor: Actor | null,
  uid: string,
  role: Role | null,
  committees: string[] = [],
): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    await lockRoles(tx);
    const account = await findAccount(tx, uid);
    if (!account) throw new NotFound('This account has since been erased.');
    await changeRoleIn(tx, actor, account, role, committees);
  });
}

/** Call it in a transaction that has locked the roles: `actor` may have lost their own while it waited. */
export async function changeRoleIn(
  tx: Writer,
  actor: Actor,
  account: Account,
  role: Role | null,
  committees: string[] = [],
): Promise<void> {
  await requireCommittees(tx, role, committees);
  const current = await requireStill(tx, actor, 'manage the club');
  if (account.uid === actor.uid && role !== current.role) {
    const others = tx.query.selectFrom('users').select(['admin', 'role']).where('uid', '<>', actor.uid);
    const isOthersLeft = (await others.execute()).some((user) => roleOf(user) === 'admin');
    throw new Rejected(
      isOthersLeft ? 'Nobody changes their own role. Ask another admin.' : 'Someone has to stay an admin.',
    );
  }
  await writeRole(tx, actor, account, role, committees);
}

type Described = Parameters<typeof nameOfAccount>[0] & Pick<Account, 'uid' | 'role'>;

/** Notes the new role in the activity log; `account` has the role from before. */
export async function noteRole(tx: Writer, actor: Actor | null, account: Described, role: Role | null): Promise<void> {
  const name = nameOfAccount(account);
  if (role === null) {
    const verb = account.role === null || account.role === 'admin' ? 'revoked' : 'took the role from';
    await noteActivity(tx, actor, verb, 'user', account.uid, name);
  } else if (role === 'admin') await noteActivity(tx, actor, 'granted', 'user', account.uid, name);
  else await noteActivity(tx, actor, 'gave a role to', 'user', account.uid, `${name} (${ROLE_NAMES[role]})`);
}

async function writeRole(
  tx: Writer,
  actor: Actor | null,
  account: Account,
  role: Role | null,
  committees: string[],
): Promise<void> {
  const { uid, email } = account;
  const columns = { ...columnsOf(role), committees: storedCommittees(role, committees) };
  const { numUpdatedRows } = await tx.query
    .updateTable('users')
    .set({ ...columns, granted_to: role ? email : null })
    .where('uid', '=', uid)
    .where((is) =>
      is.or([
        is('admin', 'is', null),
        is('admin', '!=', columns.admin),
        is(is.fn.coalesce('role', is.val('')), '!=', columns.role ?? ''),
        is(is.fn.coalesce('committees', is.val('')), '!=', columns.committees ?? ''),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await noteRole(tx, actor, account, role);
  tx.changed('user', uid);
}

export function storedCommittees(role: Role | null, committees: string[]): string | null {
  return role === 'committee' ? JSON.stringify([...new Set(committees)].toSorted()) : null;
}

/** @throws Rejected for the role Committee without a committee, or with one that was removed. */
export async function requireCommittees({ query }: Reader, role: Role | null, committees: string[]): Promise<void> {
  if (role !== 'committee') return;
  if (committees.length === 0) throw refusal('Please choose at least one committee');
  const known = await query.selectFrom('committees').select('key').where('key', 'in', committees).execute();
  if (known.length < new Set(committees).size) throw refusal('One of these committees has since been removed');
}

function refusal(message: string): Rejected {
  return new Rejected(`Nothing was saved: ${message}.`, { committees: message });
}
