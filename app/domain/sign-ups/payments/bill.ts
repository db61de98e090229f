import { DAY_MS } from '../../../time/durations.ts';
import type { SignUpState } from '../../../db/tables.ts';
import { hasFixedDate } from '../../events/times.ts';
import type { ClubEvent } from '../../events/event.ts';
import type { PriceSettings } from './settings.ts';

/** A payment as somebody notes it. */
export interface NotedPayment {
  /** 'YYYY-MM-DD', like every day here. */
  on: string;
  /** One of PAYMENT_WAYS. */
  how: string;
  note: string;
}

export interface ReceivedPayment extends NotedPayment {
  /** In cents. */
  amount: number;
}

/** What somebody owes for their place, and what became of it. */
export interface Bill {
  /** In cents, the price when they got their place; null: nothing. */
  owes: number | null;
  /** Stays theirs, even if they sign up again. */
  reference: string | null;
  /** Epoch milliseconds; null: there is no deadline. */
  payBy: number | null;
  /** `payBy` is the event's start, and moves with it. */
  paysWithStart: boolean;
  /** Epoch milliseconds; null: they were reminded, or need no reminder. Their place is not given up before this moment. */
  remindToPayAt: number | null;
  paid: ReceivedPayment | null;
  refundedOn: string | null;
  /** The day since when the club keeps the payment of somebody without a place. */
  keptOn: string | null;
}

export const NO_BILL: Bill = {
  owes: null,
  reference: null,
  payBy: null,
  paysWithStart: false,
  remindToPayAt: null,
  paid: null,
  refundedOn: null,
  keptOn: null,
};

export function billIn(whole: Bill): Bill {
  const { owes, reference, payBy, paysWithStart, remindToPayAt, paid, refundedOn, keptOn } = whole;
  return { owes, reference, payBy, paysWithStart, remindToPayAt, paid, refundedOn, keptOn };
}

export function hasBill(whole: Bill): boolean {
  return Object.values(billIn(whole)).some((value) => value !== null && value !== false);
}

export type PaymentState = 'Paid' | 'To pay' | 'Overdue' | 'To refund' | 'Refunded' | 'Kept' | '–';

type PaymentFacts = Pick<Bill, 'owes' | 'payBy' | 'refundedOn' | 'keptOn'> & { state: SignUpState };

/** How somebody's payment stands. Only people with a place at an event that is not cancelled owe anything. */
export function paymentStateOf(
  { state, owes, payBy, refundedOn, keptOn, isPaid }: PaymentFacts & { isPaid: boolean },
  { isCancelled, now }: { isCancelled: boolean; now: number },
): PaymentState {
  if (refundedOn !== null) return 'Refunded';
  if (keptOn !== null) return 'Kept';
  const owesIt = state === 'going' && !isCancelled && owes !== null;
  if (isPaid) return owesIt ? 'Paid' : 'To refund';
  if (!owesIt) return '–';
  return payBy !== null && payBy <= now ? 'Overdue' : 'To pay';
}

export const PAYMENT_STEPS = ['payment', 'refunded', 'kept'] as const;

export type PaymentStep = (typeof PAYMENT_STEPS)[number];

/** What was noted last about a payment, and is undone first. */
export function lastStepOf({ refundedOn, keptOn }: Pick<Bill, 'refundedOn' | 'keptOn'>): PaymentStep {
  if (refundedOn !== null) return 'refunded';
  return keptOn === null ? 'payment' : 'kept';
}

interface NewPlace {
  settings: PriceSettings;
  event: Pick<ClubEvent, 'start' | 'hiddenDate'>;
  /** Whether they pay the price for members. */
  isMember: boolean;
  reference: string | undefined;
  now: number;
}

/**
 * The bill of somebody who gets a place now. Price and deadline are those of this moment; an earlier payment counts
 * unless it was refunded.
 */
export function billWithPlace(before: Bill, { settings, event, isMember, reference, now }: NewPlace): Bill {
  const { memberPrice, payWithinDays } = settings;
  const price = (isMember ? memberPrice : null) ?? settings.price;
  const paid = before.refundedOn === null ? before.paid : null;
  const carriedOver = { ...NO_BILL, reference: before.reference, paid };
  if (price === null || settings.price === null || price === 0)
    return { ...carriedOver, keptOn: paid && before.keptOn };
  const begins = hasFixedDate(event) ? event.start : null;
  // Whoever gets a place after the start owes the price, without a deadline.
  const hasBegun = begins !== null && begins <= now;
  const lastMoment = payWithinDays === null ? begins : Math.min(now + payWithinDays * DAY_MS, begins ?? Infinity);
  const payBy = hasBegun ? null : lastMoment;
  return {
    ...carriedOver,
    owes: price,
    reference: before.reference ?? reference ?? null,
    payBy,
    paysWithStart: payWithinDays === null,
    remindToPayAt: paid ? null : payReminderAt(payBy, now),
  };
}

/** A day before the deadline; null if there is none, or less than a day is left. */
export function payReminderAt(payBy: number | null, now: number): number | null {
  return payBy !== null && payBy - DAY_MS > now ? payBy - DAY_MS : null;
}

/**
 * For people whose payment no longer counts. If it is too late to remind them, their deadline stays, but they keep the
 * place for as many days as somebody with a new place has to pay.
 */
export function remindAgainAt(payBy: number | null, payWithinDays: number | null, now: number): number | null {
  const graceEnd = payBy === null || payWithinDays === null ? null : now + payWithinDays * DAY_MS;
  return payReminderAt(payBy, now) ?? graceEnd;
}
