import type { EntryRow } from '../../db/tables.ts';
import { ANY_CURRENCY, fromCents, toCents } from '../../domain/money.ts';
import { isDay } from '../../time/club-day.ts';
import { PAYMENT_WAYS } from '../../domain/members/payment.ts';
import { payReminderAt } from '../../domain/sign-ups/payments/bill.ts';
import { isReference } from '../../domain/sign-ups/payments/reference.ts';
import { BadValue, orLeftOut, present, type Fields, type Refuse } from '../fields.ts';

/** The fields of an entry that describe its payment. */
export const MONEY = ['$owes', '$reference', '$payBy', '$paysWithStart', '$graceUntil', '$paid', '$refunded', '$kept'];

type BillColumns = Pick<
  EntryRow,
  | ('owes' | 'reference' | 'pay_by' | 'pays_with_start' | 'remind_to_pay_at')
  | ('paid_on' | 'paid_how' | 'paid_note' | 'paid_amount' | 'refunded_on' | 'kept_on')
>;

const NOT_PAID = { paid_on: null, paid_how: null, paid_note: null, paid_amount: null };

export const NO_MONEY: BillColumns = {
  owes: null,
  reference: null,
  pay_by: null,
  pays_with_start: null,
  remind_to_pay_at: null,
  ...NOT_PAID,
  refunded_on: null,
  kept_on: null,
};

export function billColumns(row: BillColumns): BillColumns {
  const { owes, reference, pay_by, pays_with_start, remind_to_pay_at, refunded_on, kept_on } = row;
  const { paid_on, paid_how, paid_note, paid_amount } = row;
  const paid = { paid_on, paid_how, paid_note, paid_amount };
  return { owes, reference, pay_by, pays_with_start, remind_to_pay_at, ...paid, refunded_on, kept_on };
}

/** Until when a place is kept although the deadline has passed; null if the deadline counts. */
export function graceOf({ pay_by: payBy, remind_to_pay_at: until, paid_on: paidOn }: BillColumns): number | null {
  return payBy !== null && until !== null && until > payBy && paidOn === null ? until : null;
}

export function saysNothingOfMoney({ owes, reference, paid_on: paidOn }: BillColumns): boolean {
  return owes === null && reference === null && paidOn === null;
}

export function hasMoney(entry: Fields): boolean {
  return entry.has('$owes') || entry.has('$paid');
}

/** Nobody is reminded of a deadline that has passed when it is imported. */
export function readBill(
  entry: Fields,
  { currency, now }: { currency: string; now: number },
  refuse: Refuse,
): BillColumns {
  const take = <Value>(read: () => Value) => orLeftOut(refuse, read);
  const owes = take(() => readCents(entry, '$owes', currency));
  const payBy = take(() => entry.instant('$payBy'));
  const graceUntil = take(() => entry.instant('$graceUntil'));
  const paid = take(() => readPaid(entry, owes, currency, refuse)) ?? NOT_PAID;
  const remindAt = payBy !== null && graceUntil !== null && graceUntil > payBy ? graceUntil : payReminderAt(payBy, now);
  return {
    owes,
    reference: take(() => readReference(entry)),
    pay_by: payBy,
    pays_with_start: take(() => entry.flag('$paysWithStart')) === 1 ? 1 : null,
    remind_to_pay_at: paid.paid_on === null ? remindAt : null,
    ...paid,
    refunded_on: take(() => readDay(entry, '$refunded')),
    kept_on: take(() => readDay(entry, '$kept')),
  };
}

function readCents(fields: Fields, name: string, currency: string): number | null {
  const amount = fields.number(name);
  if (amount === null) return null;
  const cents = toCents(amount, currency);
  if (cents === undefined || cents < 0) throw new BadValue(fields.at(name), `must be an amount in ${currency}`);
  return cents === 0 ? null : cents;
}

function readReference(entry: Fields): string | null {
  const reference = entry.text('$reference')?.trim().toUpperCase() ?? null;
  if (reference !== null && !isReference(reference))
    throw new BadValue(entry.at('$reference'), 'must be eight letters and digits without 0, O, 1 and I');
  return reference;
}

function readDay(fields: Fields, name: string): string | null {
  const day = fields.text(name);
  if (day !== null && !isDay(day)) throw new BadValue(fields.at(name), 'must be a day such as 2026-11-20');
  return day;
}

/** The file gives the amount only if it differs from what is owed. */
function readPaid(entry: Fields, owes: number | null, currency: string, refuse: Refuse) {
  if (!entry.has('$paid')) return null;
  const paid = entry.nested('$paid', refuse);
  const on = readDay(paid, 'on');
  if (on === null) throw new BadValue(paid.at('on'), 'is missing');
  const how = orLeftOut(refuse, () => readWay(paid), '‘other’ is noted');
  const amount = orLeftOut(refuse, () => readCents(paid, 'amount', currency));
  return {
    paid_on: on,
    paid_how: how ?? 'other',
    paid_note: orLeftOut(refuse, () => paid.text('note'))?.slice(0, 500) || null,
    paid_amount: amount ?? owes ?? 0,
  };
}

function readWay(paid: Fields): string | null {
  const how = paid.text('how');
  if (how !== null && !Object.hasOwn(PAYMENT_WAYS, how))
    throw new BadValue(paid.at('how'), `must be one of ${Object.keys(PAYMENT_WAYS).join(', ')}`);
  return how;
}

export function writeBill(row: BillColumns, currency = ANY_CURRENCY): Record<string, unknown> {
  const amount = (cents: number | null) => (cents === null ? null : fromCents(cents, currency));
  const isOtherAmount = row.paid_amount !== row.owes;
  return present({
    $owes: amount(row.owes),
    $reference: row.reference,
    $payBy: row.pay_by,
    $paysWithStart: row.pays_with_start === 1 ? true : null,
    $graceUntil: graceOf(row),
    $paid:
      row.paid_on === null
        ? null
        : present({
            on: row.paid_on,
            how: row.paid_how,
            note: row.paid_note,
            amount: isOtherAmount ? amount(row.paid_amount) : null,
          }),
    $refunded: row.refunded_on,
    $kept: row.kept_on,
  });
}
