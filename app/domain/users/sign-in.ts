import type { Database, Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { accountKey, type AccountAt } from './account-key.ts';
import { nameOfAccount } from './accounts.ts';
import { moveLegacyAccount } from './legacy-account.ts';
import { columnsOf, roleOf } from './roles.ts';
import { endSessionIn, startSession } from './sessions.ts';

export interface Identity extends AccountAt {
  isConfigured: boolean;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  isAppointed: boolean;
}

/** The session of `previous` ends; a role is never taken away here. Gives back the new session's secret. */
export function signIn(db: Database, identity: Identity, previous?: string, now = Date.now()): Promise<string> {
  return db.write(async (tx) => {
    const { issuer, subject, isConfigured } = identity;
    const uid = accountKey(identity);
    if (issuer !== null && isConfigured) await moveLegacyAccount(tx, { issuer, subject });
    await recordUser(tx, uid, identity, now);
    if (previous) await endSessionIn(tx, previous);
    tx.changed('user', uid);
    return startSession(tx, uid, now);
  });
}

async function recordUser(
  tx: Writer,
  uid: string,
  { email, isEmailVerified, name, isAppointed }: Identity,
  now: number,
): Promise<void> {
  const before = await tx.query.selectFrom('users').select(['admin', 'role']).where('uid', '=', uid).executeTakeFirst();
  const isNewAdmin = isAppointed && !(before && roleOf(before) === 'admin');
  const told = {
    // One that is not verified any more is not kept as verified either.
    ...(email !== undefined && { email, verified_email: isEmailVerified ? email : null }),
    ...(name !== undefined && { name }),
    ...(isNewAdmin && { ...columnsOf('admin'), granted_to: email ?? null }),
    legacy: null,
  };
  await tx.query
    .insertInto('users')
    .values({ uid, admin: null, role: null, extra: null, created_at: now, ...told })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(told))
    .execute();
  if (isNewAdmin) await noteActivity(tx, null, 'granted', 'user', uid, nameOfAccount({ uid, name, email }));
}
