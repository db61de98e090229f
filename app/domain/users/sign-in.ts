import { createHash } from 'node:crypto';
import type { Database } from '../../db/db.server.ts';
import { endSessionIn, startSession } from './sessions.ts';

/** Who someone is in the words of the identity provider, after everything about it was checked. */
export interface Identity {
  /** The provider's own lasting name for the account. */
  subject: string;
  email: string | undefined;
  name: string | undefined;
  /** True where this sign-in gives the admin flag. */
  isAppointed: boolean;
}

/** What a key may not hold, so that the user record can be exported and imported again. */
const NOT_A_KEY = /[.#$[\]/\p{Cc}]/u;
const LONGEST_KEY = 128;

/** The key of the user record: the provider's subject or, where that cannot be a key, a digest of it. */
function uidOf(subject: string): string {
  const isKey = subject !== '' && !NOT_A_KEY.test(subject) && Buffer.byteLength(subject) <= LONGEST_KEY;
  return isKey ? subject : `sub-${createHash('sha256').update(subject).digest('base64url')}`;
}

/**
 * Records a sign-in (product.md 4): the user record is made or brought up to date, a new session begins and the one
 * that `previous` opens ends. The admin flag is given to whoever is appointed and never taken away here.
 * @returns the new session's secret, for the cookie.
 */
export function signIn(db: Database, identity: Identity, previous?: string, now = Date.now()): Promise<string> {
  const uid = uidOf(identity.subject);
  const told = {
    ...(identity.email !== undefined && { email: identity.email }),
    ...(identity.name !== undefined && { name: identity.name }),
    ...(identity.isAppointed && { admin: 1 }),
  };
  return db.write(async (tx) => {
    const record = { uid, admin: null, email: null, name: null, extra: null, created_at: now, ...told };
    const added = tx.query.insertInto('users').values(record);
    await added
      .onConflict((conflict) =>
        Object.keys(told).length > 0 ? conflict.column('uid').doUpdateSet(told) : conflict.column('uid').doNothing(),
      )
      .execute();
    if (previous) await endSessionIn(tx, previous);
    tx.changed('user', uid);
    return startSession(tx, uid, now);
  });
}
