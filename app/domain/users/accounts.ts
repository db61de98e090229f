import type { Reader } from '../../db/db.server.ts';
import type { UserRow } from '../../db/tables.ts';
import { isSameAddress } from '../email-address.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { roleOf, type Capability, type Role } from '../roles.ts';
import { committeesOf } from './committees-of.ts';

export interface Account {
  uid: string;
  name: string;
  email: string;
  isVerified: boolean;
  role: Role | null;
  /** Empty for every role but Committee. */
  committees: string[];
  /** Epoch milliseconds. */
  since: number;
  /** Epoch milliseconds; null if they have not signed in since the site began to note it. */
  signedInAt: number | null;
}

/** Checks no permission. Only `verified` accounts own the address: anybody can claim one, and so can an import. */
export async function findAccounts(db: Reader, email: string) {
  const rows = await allUsers(db);
  const verified = rows.filter((row) => isSameAddress(row.verified_email ?? '', email));
  const others = rows.filter((row) => !verified.includes(row) && isSameAddress(row.email ?? '', email));
  return { verified: verified.map(toAccount), claiming: others.map(toAccount) };
}

export async function findAccount({ query }: Reader, uid: string): Promise<Account | undefined> {
  const row = await query.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row && toAccount(row);
}

/** `actor` may have lost their role since they asked. @throws NotAllowed */
export async function requireStill(db: Reader, actor: Actor, capability: Capability): Promise<Actor> {
  const current = await findAccount(db, actor.uid);
  const still = current ? { ...actor, role: current.role, committees: current.committees } : null;
  requireCapability(still, capability);
  return still;
}

/** Checks no permission; the caller does. */
export async function listRoles({ query }: Reader): Promise<Account[]> {
  const rows = await query
    .selectFrom('users')
    .selectAll()
    .where((is) => is.or([is('admin', '=', 1), is('role', 'is not', null)]))
    .orderBy('created_at')
    .orderBy('uid')
    .execute();
  return rows.map(toAccount).filter(({ role }) => role !== null);
}

/** Accounts with a role that have this address, or had it when they were given the role. */
export async function findRoles(db: Reader, email: string): Promise<Account[]> {
  const rows = await allUsers(db);
  return rows
    .filter((row) => roleOf(row) !== null)
    .filter((row) => [row.verified_email, row.email, row.granted_to].some((one) => isSameAddress(one ?? '', email)))
    .map(toAccount);
}

export function nameOfAccount({
  uid,
  name,
  email,
}: Record<'name' | 'email', string | null | undefined> & { uid: string }) {
  return name || email || uid;
}

function allUsers({ query }: Reader): Promise<UserRow[]> {
  return query.selectFrom('users').selectAll().orderBy('created_at').orderBy('uid').execute();
}

function toAccount({
  uid,
  name,
  email,
  verified_email: verified,
  created_at: since,
  signed_in_at: signedInAt,
  ...row
}: UserRow): Account {
  return {
    uid,
    name: name ?? '',
    email: verified ?? email ?? '',
    isVerified: verified !== null,
    role: roleOf(row),
    committees: committeesOf(row),
    since,
    signedInAt,
  };
}
