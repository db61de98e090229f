import { countRows, type Database, type Reader, type Writer } from '../../db/db.server.ts';
import { noteActivity } from '../activity.ts';
import { checkInput } from '../check-input.ts';
import { isSameAddress } from '../email-address.ts';
import { NotFound, Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import { eraseMail } from '../mail/outbox.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { findAccount, findAccounts, requireStill, type Account } from './accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { columnsOf, isRole, ROLE_NAMES, type Role } from '../roles.ts';
import { invitationInput } from './invitation-input.ts';
import { writeInvitation } from './mails.ts';
import { changeRoleIn, lockRoles, requireCommittees, storedCommittees } from './set-role.ts';
import { INVITATION_DAYS } from './invitation-days.ts';
import { DAY_MS } from '../../time/durations.ts';

const OPEN_MS = INVITATION_DAYS * DAY_MS;
const MOST_OPEN = 200;

const mailKey = (key: string) => `invitation-${key}`;

export type Invitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** `invitedBy` is empty if that account is gone. @throws NotAllowed. */
export async function listInvitations(db: Reader, actor: Actor | null) {
  requireCapability(actor, 'manage the club');
  const rows = await db.query
    .selectFrom('invitations')
    .leftJoin('users', 'users.uid', 'invitations.invited_by')
    .select(['key', 'invitations.email', 'invitations.role', 'invitations.created_at as invitedAt', 'users.name'])
    .where('invitations.created_at', '>', Date.now() - OPEN_MS)
    .orderBy('invitations.created_at', 'desc')
    .orderBy('key', 'desc')
    .execute();
  return rows.flatMap(({ key, email, role, invitedAt, name }) =>
    isRole(role) ? [{ key, email, role, invitedBy: name ?? '', invitedAt, endsAt: invitedAt + OPEN_MS }] : [],
  );
}

/**
 * Accounts with this verified address get the role at once. Anybody else gets a mail, and gets the role when they first
 * sign in with that address. A second invitation replaces the first.
 * @throws NotAllowed; Rejected with a message per field.
 */
export async function invite(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  input: unknown,
  now = Date.now(),
): Promise<{ granted: Account[] }> {
  requireCapability(actor, 'manage the club');
  const { email, role, committees } = checkInput(invitationInput, input);
  return db.write(async (tx) => {
    await lockRoles(tx);
    await requireStill(tx, actor, 'manage the club');
    await requireCommittees(tx, role, committees);
    const { verified } = await findAccounts(tx, email);
    for (const account of verified) await changeRoleIn(tx, actor, account, role, committees);
    await withdrawFrom(tx, email);
    if (verified.length === 0) await addInvitation(tx, actor, club, { email, role, committees, now });
    return { granted: verified };
  });
}

async function addInvitation(
  tx: Writer,
  actor: Actor,
  club: MailingClub,
  { email, role, committees, now }: { email: string; role: Role; committees: string[]; now: number },
): Promise<void> {
  if ((await countRows(tx.query.selectFrom('invitations'))) >= MOST_OPEN)
    throw new Rejected(`There are ${MOST_OPEN} open invitations: withdraw some first.`);
  const key = newKey(now);
  const given = storedCommittees(role, committees);
  const row = { key, email, role, committees: given, invited_by: actor.uid, created_at: now };
  await tx.query.insertInto('invitations').values(row).execute();
  await noteActivity(tx, actor, 'invited', 'user', key, `${email} (${ROLE_NAMES[role]})`);
  await queueMail(tx, {
    key: mailKey(key),
    kind: 'invitation',
    recipient: email,
    ...writeInvitation(club, actor.name || actor.email, role),
  });
  tx.changed('user', key);
}

/** @throws NotAllowed; NotFound if it was used or withdrawn, or has ended meanwhile. */
export async function withdrawInvitation(db: Database, actor: Actor | null, key: string): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    // Somebody may sign in with it at this moment: they get the role first, or find the invitation gone.
    await lockRoles(tx);
    const row = await tx.query.deleteFrom('invitations').where('key', '=', key).returning('email').executeTakeFirst();
    if (!row) throw new NotFound('This invitation is not open any more.');
    await eraseMail(tx, [mailKey(key)]);
    await noteActivity(tx, actor, 'withdrew the invitation of', 'user', key, row.email);
    tx.changed('user', key);
  });
}

/**
 * Gives an account the role that its verified address was invited to; an admin stays one. Call it in a transaction that
 * has locked the roles.
 */
export async function acceptInvitation(
  tx: Writer,
  account: Pick<Account, 'uid' | 'email'>,
  now: number,
): Promise<void> {
  const invitation = (await findByAddress(tx, account.email)).findLast((one) => one.created_at > now - OPEN_MS);
  await forgetInvitations(tx, now);
  if (!invitation) return;
  const { query } = tx;
  const current = await findAccount(tx, account.uid);
  await withdrawFrom(tx, account.email);
  if (!current || current.role === 'admin' || !isRole(invitation.role)) return;
  const { committees } = invitation;
  const columns = { ...columnsOf(invitation.role), committees, granted_to: account.email };
  await query.updateTable('users').set(columns).where('uid', '=', account.uid).execute();
  const self = { uid: current.uid, name: current.name, email: current.email, role: invitation.role };
  await noteActivity(tx, self, 'accepted', 'user', self.uid, `the invitation to the role ${ROLE_NAMES[self.role]}`);
}

/** Erases invitations that have ended, and mail about them. */
export async function forgetInvitations(tx: Writer, now = Date.now()): Promise<void> {
  const ended = tx.query.deleteFrom('invitations').where('created_at', '<=', now - OPEN_MS);
  const rows = await ended.returning('key').execute();
  await eraseMail(
    tx,
    rows.map(({ key }) => mailKey(key)),
  );
}

async function withdrawFrom(tx: Writer, email: string): Promise<void> {
  await eraseInvitations(tx, await findByAddress(tx, email));
}

export async function eraseInvitations(tx: Writer, invitations: { key: string }[]): Promise<void> {
  const keys = invitations.map(({ key }) => key);
  if (keys.length === 0) return;
  await tx.query.deleteFrom('invitations').where('key', 'in', keys).execute();
  await eraseMail(tx, keys.map(mailKey));
  for (const key of keys) tx.changed('user', key);
}

async function findByAddress({ query }: Reader, email: string) {
  const rows = await query.selectFrom('invitations').selectAll().orderBy('created_at').orderBy('key').execute();
  return rows.filter((row) => isSameAddress(row.email, email));
}
