import { formatClubDay } from '../../../time/club-day.ts';
import { formatViewTime } from '../../../time/club-time.ts';
import { hasFixedDate } from '../../events/times.ts';
import { withoutMarks } from '../../events/description-marks.ts';
import type { Block } from '../../mail/bodies.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { formatCents } from '../../money.ts';
import type { PersonForm } from '../rules.ts';
import type { SignUp } from '../state.ts';
import { paymentStateOf, type PaymentState } from './bill.ts';

/** How somebody's payment stands, as they read it. */
export interface OwnPayment {
  says: string;
  /** null unless there is something to pay. */
  reference: string | null;
  /** Markdown, with their reference in it. */
  howToPay: string | null;
}

export type PayingClub = Pick<MailingClub, 'clock' | 'currency'>;
type PricedForm = Pick<PersonForm, 'event' | 'howToPay'>;

export function signUpPaymentState(signUp: SignUp, { event }: Pick<PersonForm, 'event'>, now: number): PaymentState {
  return paymentStateOf({ ...signUp, isPaid: signUp.paid !== null }, { isCancelled: event.cancelled, now });
}

/** null if they owe nothing and have paid nothing. */
export function ownPayment(signUp: SignUp, form: PricedForm, club: PayingClub, now = Date.now()): OwnPayment | null {
  const { owes, payBy, reference } = signUp;
  const state = signUpPaymentState(signUp, form, now);
  if (state === '–') return null;
  if (state !== 'To pay' && state !== 'Overdue')
    return { says: settledSentence(signUp, state, form, club, now), reference: null, howToPay: null };
  const amount = moneyText(owes ?? 0, club);
  const says =
    payBy === null ? `Please pay ${amount}.` : `Please pay ${amount} by ${formatViewTime(payBy, club.clock)}.`;
  return { says, reference, howToPay: form.howToPay.replaceAll('{reference}', reference ?? '') || null };
}

function settledSentence(
  { state, paid, refundedOn }: SignUp,
  payment: PaymentState,
  { event }: Pick<PersonForm, 'event'>,
  club: PayingClub,
  now: number,
): string {
  if (payment === 'Paid') return 'Paid. Thank you!';
  if (payment === 'Kept') return 'Your payment is not given back.';
  if (refundedOn !== null) return `Given back on ${formatClubDay(refundedOn, club.clock)}.`;
  const amount = moneyText(paid?.amount ?? 0, club);
  const mayGetPlace = !event.cancelled && !(hasFixedDate(event) && event.start <= now);
  return mayGetPlace && (state === 'waiting' || state === 'entered')
    ? `You paid ${amount}. It counts once you have a place; if you get none, the club will give it back.`
    : `You paid ${amount}. The club will give it back.`;
}

export function moneyText(cents: number, { clock: { locale }, currency }: PayingClub): string {
  return formatCents(cents, { locale, currency });
}

/** 'CA$12.50', and what members pay if they have their own price; null if it is free. */
export function priceText(
  { price, memberPrice }: Pick<PersonForm, 'price' | 'memberPrice'>,
  club: PayingClub & Pick<MailingClub, 'membership'>,
): string | null {
  if (price === null) return null;
  const all = moneyText(price, club);
  return memberPrice === null || !club.membership ? all : `${all}, members ${moneyText(memberPrice, club)}`;
}

/** What somebody without a place reads, who owes nothing yet; null if it is free. */
export function costsOncePlaced(
  form: Pick<PersonForm, 'price' | 'memberPrice'>,
  club: PayingClub & Pick<MailingClub, 'membership'>,
): string | null {
  const price = priceText(form, club);
  return price && `A place costs ${price}. You pay once you have one.`;
}

/** What a mail says about the payment. */
export function paymentBlocks(payment: OwnPayment | null): Block[] {
  if (!payment) return [];
  const { says, reference, howToPay } = payment;
  return [
    { paragraph: says },
    ...(reference === null ? [] : [{ facts: [['Reference', reference] satisfies [string, string]] }]),
    ...(howToPay === null
      ? []
      : [{ paragraph: 'How to pay:' }, { prose: withoutMarks(howToPay, { addresses: true }) }]),
  ];
}
