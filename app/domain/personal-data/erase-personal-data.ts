import type { Database, Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import type { UserRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { Rejected } from '../errors.ts';
import { eraseFromDates } from '../dates/erase.ts';
import { eraseFromHandover } from '../handover/handover.ts';
import { eraseSubscribers } from '../digest/stop-links.ts';
import { eraseRequests } from '../digest/subscribe.ts';
import { eraseMail } from '../mail/outbox.ts';
import { dropCardRequests } from '../members/card-requests.ts';
import { eraseMembers, eraseRemovedMembers } from '../members/erase.ts';
import { members, type MemberRow } from '../members/member.ts';
import { forgetPerson } from '../looking-back/people.ts';
import type { MailingClub } from '../mail/mail.ts';
import { replacePaymentNote } from '../sign-ups/carry-out.ts';
import { dropRecipients } from '../sign-ups/mailings.ts';
import { moveUp } from '../sign-ups/commands/move-up.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import type { TrashContent } from '../trash.ts';
import { requireStill } from '../users/accounts.ts';
import { eraseInvitations } from '../users/invitations.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { roleOf } from '../roles.ts';
import { lockRoles } from '../users/set-role.ts';
import type { ClubYears } from '../../time/club-year.ts';
import { ERASED, readSoughtAddress, type SoughtAddress } from './address.ts';
import { collect, isAbout, namesOf, type Collected, type TrashedMention } from './collect.ts';
import { withoutAddress } from './mentions.ts';

export function refusalToErase(sought: SoughtAddress, actor: Actor, clubEmail: string): string | undefined {
  if (sought.isIn(actor.email)) {
    return 'This is your own account. Another admin can erase it.';
  }
  if (sought.isIn(clubEmail)) {
    return 'This is the club’s own address: mail to it is not about one person. Look for the person’s address.';
  }
  return undefined;
}

interface Erasure {
  email: string;
  club: { email: string; yearStartsIn?: number | undefined };
  /** In whose name people who move up are mailed. */
  mailing: MailingClub;
  andClaims?: boolean;
}

/**
 * With `andClaims`, accounts that only claim the address are erased too; otherwise only the address is taken out of
 * them, as out of unknown collections and the activity log. What the club shows on its pages stays.
 * @throws NotAllowed; Rejected if it is not an address, or is the admin's own or the club's.
 */
export async function erasePersonalData(
  db: Database,
  actor: Actor | null,
  { email, club, mailing, andClaims = false }: Erasure,
): Promise<{ erased: number }> {
  requireCapability(actor, 'manage the club');
  const sought = readSoughtAddress(email);
  const done = await db.write(async (tx) => {
    // Keeps roles from changing, and anybody from being invited, until this is done.
    await lockRoles(tx);
    const found = await collect(tx, sought, { andClaims });
    const refusal = refusalToErase(sought, actor, club.email) ?? ownUser(found, actor);
    if (refusal) throw new Rejected(refusal);
    // At least one admin is left: the one who erases.
    if (found.users.some((user) => roleOf(user) !== null)) await requireStill(tx, actor, 'manage the club');
    await eraseFound(tx, found, sought, { club, mailing });
    const { sessions: _, ...counted } = found;
    const erased = Object.values(counted).reduce((sum, rows) => sum + rows.length, 0);
    if (erased > 0) {
      await noteActivity(tx, actor, 'erased', 'user', '', 'everything about one email address');
      await noteErasure(tx);
    }
    return { erased };
  });
  await db.forgetTraces();
  return done;
}

async function eraseFound(
  tx: Writer,
  found: Collected,
  sought: SoughtAddress,
  { club, mailing }: Pick<Erasure, 'club' | 'mailing'>,
): Promise<void> {
  await eraseAccounts(tx, found);
  for (const account of found.claims) await takeFromAccount(tx, account, sought);
  await eraseInvitations(tx, found.invitations);
  await eraseResponses(tx, found.responses);
  for (const { form_id: form, key, paid_note: note } of found.paymentNotes)
    await replacePaymentNote(tx, form, { key, note: sought.without(note ?? '') });
  await forgetPerson(tx, sought.spellings);
  await eraseMembers(
    tx,
    found.members.map(({ key }) => key),
    club.yearStartsIn,
  );
  for (const row of found.memberNotes) await takeFromMember(tx, row, sought);
  // People on the waitlist get the places that became free.
  const forms = new Set(found.responses.flatMap(({ kind, form }) => (kind === 'event' ? [form] : [])));
  for (const form of forms) await moveUp(tx, mailing, form);
  await eraseMail(
    tx,
    found.mails.map(({ key }) => key),
  );
  await dropRecipients(tx, (address) => sought.isIn(address));
  await dropCardRequests(tx, (address) => sought.isIn(address));
  await eraseRequests(tx, (address) => sought.isIn(address));
  await eraseSubscribers(
    tx,
    found.subscribers.map(({ key }) => key),
  );
  const years = { timeZone: mailing.clock.timeZone, yearStartsIn: club.yearStartsIn };
  for (const trashed of found.trash) await eraseInTrash(tx, trashed, found, sought, years);
  for (const line of found.activity) await renameInLog(tx, line, found, sought);
  for (const { collection, key, value } of found.unknown) {
    const record = tx.query.updateTable('unknown_records').set({ value: withoutAddress(value, sought) });
    await record.where('collection', '=', collection).where('key', '=', key).execute();
  }
  const names = namesOf(found.users);
  const withoutOwner = (owner: string) => (names.has(owner) ? ERASED : sought.without(owner));
  await eraseFromHandover(tx, found.users, found.handover, ({ title, owner, second_owner: second }) => ({
    title: sought.without(title),
    owner: withoutOwner(owner),
    second_owner: withoutOwner(second),
  }));
  await eraseFromDates(tx, found.users, found.dateOwners, withoutOwner);
}

/** Compares accounts, because the account's address may have changed since this session began. */
function ownUser({ users }: Collected, actor: Actor): string | undefined {
  const isOwn = users.some(({ uid }) => uid === actor.uid);
  return isOwn ? 'This is your own account. Another admin can erase it.' : undefined;
}

async function eraseAccounts({ query, changed }: Writer, { users }: Collected): Promise<void> {
  for (const { uid } of users) {
    await query.deleteFrom('sessions').where('uid', '=', uid).execute();
    await query.deleteFrom('users').where('uid', '=', uid).execute();
    changed('user', uid);
  }
}

/** These accounts only claim that the address is theirs: they stay, without it. */
async function takeFromAccount({ query, changed }: Writer, account: UserRow, sought: SoughtAddress): Promise<void> {
  const without = (text: string | null) => (text === null || !sought.isIn(text) ? text : null);
  await query
    .updateTable('users')
    .set({
      email: without(account.email),
      granted_to: without(account.granted_to),
      name: account.name === null ? null : sought.without(account.name),
      extra: account.extra === null ? null : withoutAddress(account.extra, sought),
    })
    .where('uid', '=', account.uid)
    .execute();
  changed('user', account.uid);
}

/** Somebody else's record that names the address stays, without it. */
async function takeFromMember({ query, changed }: Writer, row: MemberRow, sought: SoughtAddress): Promise<void> {
  const without = (stored: string | null) => stored && withoutAddress(stored, sought);
  const { name, student_id, note, payments, extra, email } = row;
  const left = {
    name: without(name),
    student_id: without(student_id),
    note: without(note),
    payments: without(payments),
  };
  const derived = await members.derive?.({ ...row, ...left, email });
  await query
    .updateTable('members')
    .set({ ...left, ...derived, extra: without(extra), version: row.version + 1 })
    .where('key', '=', row.key)
    .execute();
  changed('member', row.key);
}

async function eraseInTrash(
  tx: Writer,
  { row, content: whole, entries: about, members: theirs }: TrashedMention,
  { users }: Collected,
  sought: SoughtAddress,
  years: ClubYears,
): Promise<void> {
  const { query } = tx;
  // A member's record in the trash holds nothing about anybody else.
  if (!whole || theirs.length > 0) {
    await eraseRemovedMembers(tx, { rows: theirs, removedAt: row.removed_at }, years);
    await query.deleteFrom('trash').where('key', '=', row.key).execute();
    return;
  }
  const { entries = [], ...rest } = whole;
  const erased = new Set(about);
  const left = entries
    .filter((entry) => !erased.has(entry))
    .map((entry) => ({ ...entry, paid_note: entry.paid_note && sought.without(entry.paid_note) }));
  const content: TrashContent = { ...restWithout(rest, sought), ...(left.length > 0 && { entries: left }) };
  const isTheirs = users.some(({ name, email }) => row.removed_by === name || row.removed_by === email);
  await query
    .updateTable('trash')
    .set({
      content: JSON.stringify(content),
      title: sought.without(row.title),
      removed_by: isTheirs ? ERASED : sought.without(row.removed_by),
    })
    .where('key', '=', row.key)
    .execute();
}

function restWithout(rest: TrashContent, sought: SoughtAddress): TrashContent {
  return JSON.parse(withoutAddress(JSON.stringify(rest), sought));
}

async function renameInLog(
  { query }: Writer,
  line: Collected['activity'][number],
  { users }: Collected,
  sought: SoughtAddress,
): Promise<void> {
  const uids = new Set<string | null>(users.map(({ uid }) => uid));
  const { uid, who, title } = line;
  const byThem = uids.has(uid) ? { uid: null, who: ERASED } : { who: sought.without(who) };
  const aboutThem = isAbout(line, uids) ? { record_key: '', title: ERASED } : { title: sought.without(title) };
  await query
    .updateTable('activity')
    .set({ ...byThem, ...aboutThem })
    .where('key', '=', line.key)
    .execute();
}
