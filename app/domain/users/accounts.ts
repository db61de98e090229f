import type { Reader } from '../../db/db.server.ts';
import type { UserRow } from '../../db/tables.ts';
import { isSameAddress } from '../email-address.ts';

export interface Account {
  uid: string;
  name: string;
  email: string;
  isVerified: boolean;
  isAdmin: boolean;
  /** Epoch milliseconds. */
  since: number;
}

export interface AccountsAt {
  verified: Account[];
  /** They say that the address is theirs, or an import does: anybody can. */
  claiming: Account[];
}

/** For whoever runs the site: no permission is asked for. */
export async function findAccounts(db: Reader, email: string): Promise<AccountsAt> {
  const rows = await allUsers(db);
  const verified = rows.filter((row) => isSameAddress(row.verified_email ?? '', email));
  const others = rows.filter((row) => !verified.includes(row) && isSameAddress(row.email ?? '', email));
  return { verified: verified.map(toAccount), claiming: others.map(toAccount) };
}

export async function findAccount({ query }: Reader, uid: string): Promise<Account | undefined> {
  const row = await query.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row && toAccount(row);
}

/** For whoever runs the site: no permission is asked for. */
export async function listAdmins({ query }: Reader): Promise<Account[]> {
  const rows = await query.selectFrom('users').selectAll().where('admin', '=', 1).orderBy('created_at').execute();
  return rows.map(toAccount);
}

/** Those that this address stands for, or stood for when they were made admins. */
export async function findAdmins(db: Reader, email: string): Promise<Account[]> {
  const rows = await allUsers(db);
  return rows
    .filter(({ admin }) => admin === 1)
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

function toAccount({ uid, name, email, verified_email: verified, admin, created_at: since }: UserRow): Account {
  return {
    ...{ uid, name: name ?? '', email: verified ?? email ?? '' },
    ...{ isVerified: verified !== null, isAdmin: admin === 1, since },
  };
}
