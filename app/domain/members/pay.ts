import { clubDay, formatClubDay } from '../../time/club-day.ts';
import type { Database, Writer } from '../../db/db.server.ts';
import { noteActivity, type ActivityVerb } from '../activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import type { MailingClub } from '../mail/mail.ts';
import { addRecord } from '../record-changes/save.ts';
import type { Once } from '../records/add-once.ts';
import { recordTitle, toRecord } from '../records/define.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { mailCard } from './mails.ts';
import { members, type MemberRow } from './member.ts';
import { MOST_PAYMENTS, paidUntil, paymentInput, readPayments, type Payment } from './payment.ts';
import { queueRenewals } from './renewal.ts';

/** @throws NotAllowed; Rejected with a message per field */
export function addMember(
  db: Database,
  actor: Actor | null,
  timeZone: string,
  input: unknown,
  { once }: Once = {},
): Promise<{ key: string }> {
  return addRecord(db, actor, members, input, { once, beside: { since: clubDay(timeZone) } });
}

/** A member, and the version that the officer saw. */
interface SeenMember {
  key: string;
  version: number;
}

/**
 * Notes one payment for each member, in one transaction: nobody is marked twice, however many officers do it at once. A
 * first payment sends the card. Returns the payments that were noted.
 * @throws NotAllowed, NotFound; Rejected with a message per field, or if somebody else changed one of several members;
 * Stale if somebody else changed one that is marked alone
 */
export async function markAsPaid(
  db: Database,
  actor: Actor | null,
  club: MailingClub,
  seen: SeenMember[],
  input: unknown,
): Promise<{ noted: NotedPayment[] }> {
  requireCapability(actor, 'handle members');
  const payment = checkInput(paymentInput, input);
  return db.write(async (tx) => {
    const noted: NotedPayment[] = [];
    for (const one of seen) {
      const before = await requireSeenAmong(tx, one, seen.length);
      noted.push(await notePayment(tx, actor, club, before, payment));
    }
    return { noted };
  });
}

/** Runs in the caller's transaction. @throws Rejected if it is noted already */
export async function notePayment(
  tx: Writer,
  actor: Actor,
  club: MailingClub,
  before: MemberRow,
  payment: Payment,
): Promise<NotedPayment> {
  const payments = [...withoutSame(before, payment, club), payment];
  if (payments.length > MOST_PAYMENTS) throw new Rejected(`More than ${MOST_PAYMENTS} payments are not kept.`);
  const after = await writePayments(tx, before, payments);
  await note(tx, actor, 'noted a payment of', after);
  if (payments.length === 1) await mailCard(tx, club, after, 'by an officer');
  await queueRenewals(tx, [{ key: after.key, until: payment.until }]);
  return { key: after.key, version: after.version, at: payments.length - 1 };
}

/** A payment, by its index in the list, and the member's version that includes it. */
export interface NotedPayment extends SeenMember {
  at: number;
}

async function requireSeenAmong(tx: Writer, one: SeenMember, count: number): Promise<MemberRow> {
  return requireSeen(tx, one).catch((error: unknown) => {
    if (error instanceof Stale && count > 1) throw new Rejected(CHANGED_MEANWHILE);
    throw error;
  });
}

const CHANGED_MEANWHILE =
  'Somebody else has just changed one of these members. Nothing was saved: look at the list and try again.';

/** @throws Rejected if it is noted already, because nobody pays for the same time twice. */
function withoutSame(before: MemberRow, { until }: Payment, { clock }: MailingClub): Payment[] {
  const payments = readPayments(before.payments);
  if (!payments.some((one) => one.until === until)) return payments;
  const day = formatClubDay(until, clock);
  throw new Rejected(`Nothing was saved: ${recordTitle(members, before)} has paid until ${day} already.`, {
    until: 'This membership is already paid until then',
  });
}

/**
 * Takes back one payment of each member: all of them or none.
 * @throws NotAllowed, NotFound, Stale; for several, Rejected instead of Stale
 */
export async function undoPayments(db: Database, actor: Actor | null, noted: NotedPayment[]): Promise<void> {
  await db.write((tx) => takeBack(tx, actor, noted));
}

/** Like undoPayments, but in the caller's transaction. */
export async function takeBack(tx: Writer, actor: Actor | null, noted: NotedPayment[]): Promise<void> {
  requireCapability(actor, 'handle members');
  for (const { at, ...seen } of noted) {
    const before = await requireSeenAmong(tx, seen, noted.length);
    const payments = readPayments(before.payments);
    if (!payments[at]) throw new NotFound('This payment has already been undone.');
    const after = await writePayments(tx, before, payments.toSpliced(at, 1));
    await note(tx, actor, 'took back a payment of', after);
  }
}

/** @throws NotAllowed, NotFound; Rejected if there is no address */
export async function sendCard(db: Database, actor: Actor | null, club: MailingClub, key: string): Promise<void> {
  requireCapability(actor, 'handle members');
  await db.write(async (tx) => {
    const row = await findMember(tx, key);
    if (!(await mailCard(tx, club, row, 'by an officer')))
      throw new Rejected('This member has no email address. Add one first.');
    await note(tx, actor, 'sent the card of', row);
  });
}

async function requireSeen(tx: Writer, { key, version }: SeenMember): Promise<MemberRow> {
  const row = await findMember(tx, key);
  if (row.version !== version) throw new Stale(toRecord(members, row));
  return row;
}

async function findMember({ query }: Writer, key: string): Promise<MemberRow> {
  const row = await query.selectFrom('members').selectAll().where('key', '=', key).executeTakeFirst();
  if (!row) throw new NotFound('This member has since been removed.');
  return row;
}

/** All changes of payments in this file are written here. @throws Stale */
async function writePayments(tx: Writer, before: MemberRow, payments: Payment[]): Promise<MemberRow> {
  const change = {
    payments: payments.length === 0 ? null : JSON.stringify(payments),
    paid_until: paidUntil(payments) || null,
    version: before.version + 1,
    updated_at: Date.now(),
  };
  const { numUpdatedRows } = await tx.query
    .updateTable('members')
    .set(change)
    .where('key', '=', before.key)
    .where('version', '=', before.version)
    .executeTakeFirstOrThrow();
  // On Postgres, somebody may have changed the row between reading and writing.
  if (numUpdatedRows === 0n) throw new Stale(toRecord(members, await findMember(tx, before.key)));
  tx.changed('member', before.key);
  return { ...before, ...change };
}

function note(tx: Writer, actor: Actor, verb: ActivityVerb, row: MemberRow): Promise<void> {
  return noteActivity(tx, actor, verb, 'member', row.key, recordTitle(members, row));
}
