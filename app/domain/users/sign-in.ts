import type { Database, Writer } from '../../db/db.server.ts';
import { holdNote } from '../../db/notes.ts';
import { noteActivity } from '../activity.ts';
import { nameOfAccount } from './accounts.ts';
import { acceptInvitation } from './invitations.ts';
import { columnsOf, roleOf } from '../roles.ts';
import { lockRoles } from './set-role.ts';
import { endSessionIn, startSession } from './sessions.ts';
import { createHash } from 'node:crypto';

export interface Identity extends AccountAt {
  isConfigured: boolean;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  isAppointed: boolean;
}

/** Ends the session of `previous`, and returns the new session's secret. Never takes a role away. */
export function signIn(db: Database, identity: Identity, previous?: string, now = Date.now()): Promise<string> {
  return db.write(async (tx) => {
    const { issuer, subject, isConfigured } = identity;
    const uid = accountKey(identity);
    if (issuer !== null && isConfigured) await moveLegacyAccount(tx, { issuer, subject });
    // Somebody may invite them at this moment: either that finds their account, or they find the invitation.
    await lockRoles(tx);
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
  const account = {
    // An address that is no longer verified must not stay stored as verified.
    ...(email !== undefined && { email, verified_email: isEmailVerified ? email : null }),
    ...(name !== undefined && { name }),
    ...(isNewAdmin && { ...columnsOf('admin'), granted_to: email ?? null }),
    legacy: null,
    signed_in_at: now,
  };
  await tx.query
    .insertInto('users')
    .values({ uid, admin: null, role: null, extra: null, created_at: now, ...account })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(account))
    .execute();
  if (email && isEmailVerified) await acceptInvitation(tx, { uid, email }, now);
  if (isNewAdmin) await noteActivity(tx, null, 'granted', 'user', uid, nameOfAccount({ uid, name, email }));
}

const NOTE = 'legacy-issuer';

/**
 * Accounts stored under a subject alone belong to the first configured issuer: another issuer's may be other people's.
 */
export async function settleLegacyIssuer(tx: Writer, issuer: string): Promise<boolean> {
  const address = new URL(issuer).href;
  return (await holdNote(tx, NOTE, address)) === address;
}

/** Moves an old account to its new key when its owner signs in again, along with its sessions and activity. */
async function moveLegacyAccount(tx: Writer, at: AccountAt & { issuer: string }): Promise<void> {
  const before = legacyKey(at.subject);
  const uid = accountKey(at);
  if (before === undefined) return;
  const { query } = tx;
  const found = await query.selectFrom('users').select(['uid', 'legacy']).where('uid', 'in', [before, uid]).execute();
  const isMoved = found.some((user) => user.uid === uid);
  const isThere = found.some((user) => user.uid === before && user.legacy === 1);
  if (isMoved || !isThere || !(await settleLegacyIssuer(tx, at.issuer))) return;
  const { numUpdatedRows } = await query
    .updateTable('users')
    .set({ uid, legacy: null })
    .where('uid', '=', before)
    .where('legacy', '=', 1)
    .executeTakeFirst();
  // Another copy has moved it meanwhile, on Postgres.
  if (numUpdatedRows === 0n) return;
  await query.updateTable('sessions').set({ uid }).where('uid', '=', before).execute();
  await query.updateTable('activity').set({ uid }).where('uid', '=', before).execute();
  const about = query.updateTable('activity').set({ record_key: uid }).where('topic', '=', 'user');
  await about.where('record_key', '=', before).execute();
  tx.changed('user', before);
}

interface AccountAt {
  /** As the provider signs it; null for the local provider, of which there is only one. */
  issuer: string | null;
  subject: string;
}

/** No two providers share a key, and no two subjects of one provider do. */
export function accountKey({ issuer, subject }: AccountAt): string {
  return issuer === null ? subject : `id-${digest(JSON.stringify([issuer, subject]))}`;
}

const LOCAL = 'local-';
const DIGESTED = 'sub-';
const NOT_A_KEY = /[.#$[\]/\p{Cc}]/u;
const LONGEST_KEY = 128;
/** Subjects that may be another subject's old key: a digest, or one that looked local. */
const OF_ANOTHER = /^sub-(local-|[\w-]{43}$)/;

/** The key from before keys held the issuer; undefined if the account under it may be somebody else's. */
function legacyKey(subject: string): string | undefined {
  if (OF_ANOTHER.test(subject)) return undefined;
  const named = subject.startsWith(LOCAL) ? DIGESTED + subject : subject;
  const isKey = named !== '' && !NOT_A_KEY.test(named) && Buffer.byteLength(named) <= LONGEST_KEY;
  return isKey ? named : DIGESTED + digest(named);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
