import { sql, type SqlBool } from 'kysely';
import type { Reader } from '../../../db/db.server.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { Actor } from '../../actor.ts';
import { mayOn, requireOn } from '../../events/rights.ts';
import { NotFound } from '../../errors.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import type { ClubEvent } from '../../events/event.ts';
import { eventName } from '../../events/titles.ts';
import { entriesOf } from '../../forms/entries.ts';
import { PAYMENT_WAYS } from '../../members/payment.ts';
import { signUpName } from '../list-sign-ups.ts';
import { toSignUp } from '../read-sign-ups.ts';
import { paymentStateOf, type PaymentState } from './bill.ts';
import { listPricedFormIds } from './priced-form.ts';
import { moneyText, signUpPaymentState, type PayingClub } from './sentences.ts';

/** One person's payment without their answers, as treasurers see it. */
export interface ListedPayment {
  key: string;
  /** Empty once their name was erased. */
  name: string;
  /** Empty if there is none, or if the reader may only handle payments. */
  email: string;
  reference: string;
  /** In cents: what they owe, or have paid. */
  cents: number;
  /** The same amount as people read it. */
  amount: string;
  payment: PaymentState;
  /** 'Nov 20, 2026'; empty until they have paid. */
  paidOn: string;
  /** 'YYYY-MM-DD'; empty until they have paid. */
  paidDay: string;
  how: string;
  note: string;
  /** They owe, have not paid, and have a place or had one. */
  canBeMarked: boolean;
  /** A payment is noted that can be taken back or refunded. */
  canBeUndone: boolean;
}

interface PaymentCounts {
  paid: number;
  toPay: number;
  paidCents: number;
  /** Paid, and still to pay. */
  expectedCents: number;
}

/** Everyone who owes or has paid for a sign-up on this form of the event. */
export async function listPayments(
  db: Reader,
  event: ClubEvent,
  club: PayingClub,
  now = Date.now(),
): Promise<ListedPayment[]> {
  const { formId } = event;
  if (formId === null) return [];
  const rows = await entriesOf(db, formId)
    .selectAll()
    .where('state', 'is not', null)
    .where(sql<SqlBool>`(owes is not null or paid_on is not null)`)
    .orderBy('since')
    .orderBy('key')
    .execute();
  const people = rows.map((row): ListedPayment => {
    const signUp = toSignUp(row);
    const { key, email, reference, owes, paid, state } = signUp;
    const cents = paid?.amount ?? owes ?? 0;
    return {
      ...paymentTexts({ cents, on: paid?.on ?? '', how: paid?.how ?? '' }, club),
      key,
      name: signUpName(signUp.answers),
      email,
      reference: reference ?? '',
      payment: signUpPaymentState(signUp, { event }, now),
      note: paid?.note ?? '',
      canBeMarked: owes !== null && !paid && (state === 'going' || state === 'cancelled'),
      canBeUndone: paid !== null,
    };
  });
  return [...people, ...(await listNameless(db, formId, event, club, now))];
}

async function listNameless(
  { query }: Reader,
  formId: string,
  { cancelled: isCancelled }: ClubEvent,
  club: PayingClub,
  now: number,
): Promise<ListedPayment[]> {
  const rows = await query.selectFrom('nameless_payments').selectAll().where('form_id', '=', formId).execute();
  return rows.map((row) => {
    const { reference, paid_amount: cents, paid_on: on, paid_how: how } = row;
    const state = row.has_place === 1 ? ('going' as const) : ('cancelled' as const);
    const bill = { owes: row.owes, payBy: null, refundedOn: row.refunded_on, keptOn: row.kept_on };
    return {
      ...paymentTexts({ cents, on, how }, club),
      key: `nameless-${reference}`,
      name: '',
      email: '',
      reference,
      payment: paymentStateOf({ state, ...bill, isPaid: true }, { isCancelled, now }),
      note: '',
      canBeMarked: false,
      canBeUndone: false,
    };
  });
}

function paymentTexts({ cents, on, how }: { cents: number; on: string; how: string }, club: PayingClub) {
  return {
    cents,
    amount: moneyText(cents, club),
    paidOn: on && formatClubDay(on, club.clock),
    paidDay: on,
    how: Object.entries(PAYMENT_WAYS).find(([way]) => way === how)?.[1] ?? '',
  };
}

/** Money that was refunded, or has to be, counts in neither sum. */
export function countPayments(payments: readonly ListedPayment[]): PaymentCounts {
  const paid = payments.filter(({ payment }) => payment === 'Paid');
  const toPay = payments.filter(({ payment }) => payment === 'To pay' || payment === 'Overdue');
  const paidCents = sumOf(paid);
  return { paid: paid.length, toPay: toPay.length, paidCents, expectedCents: paidCents + sumOf(toPay) };
}

function sumOf(payments: readonly ListedPayment[]): number {
  return payments.reduce((sum, { cents }) => sum + cents, 0);
}

/** '12 paid, 3 to pay, CA$150.00 of CA$187.50' */
export function paymentsText({ paid, toPay, paidCents, expectedCents }: PaymentCounts, club: PayingClub): string {
  const [n, m] = [paid, toPay].map((count) => count.toLocaleString('en'));
  return `${n} paid, ${m} to pay, ${moneyText(paidCents, club)} of ${moneyText(expectedCents, club)}`;
}

interface PaymentsView {
  title: string;
  isCancelled: boolean;
  summary: string;
  payments: ListedPayment[];
  /** False for a Treasurer, who gets no addresses. */
  seesAddresses: boolean;
}

/** @throws NotAllowed; NotFound if the event costs nothing and never did. */
export async function viewPayments(
  db: Reader,
  actor: Actor | null,
  eventKey: string,
  club: PayingClub,
): Promise<PaymentsView> {
  await requireOn(db, actor, 'handle payments', [eventKey]);
  const event = await requireAnyEvent(db, eventKey);
  const formIds = await listPricedFormIds(db, event);
  if (formIds.length === 0) throw new NotFound('This event has no price.');
  const payments: ListedPayment[] = [];
  for (const formId of formIds) payments.push(...(await listPayments(db, { ...event, formId }, club)));
  const summary = paymentsText(countPayments(payments), club);
  const seesAddresses = await mayOn(db, actor, 'handle responses', [eventKey]);
  const shown = seesAddresses ? payments : payments.map((one) => ({ ...one, email: '' }));
  return { title: eventName(event.title), isCancelled: event.cancelled, summary, payments: shown, seesAddresses };
}

/** Whether an event has a price, or anybody owes or has paid for it. */
export async function hasPayments(db: Reader, event: ClubEvent): Promise<boolean> {
  return (await listPricedFormIds(db, event)).length > 0;
}
