import { isDay } from '../../time/club-day.ts';
import { readStored } from '../stored-json.ts';
import { z } from '../zod.ts';

export const PAYMENT_WAYS = { cash: 'Cash', transfer: 'Transfer', card: 'Card', other: 'Other' } as const;

export type PaymentWay = keyof typeof PAYMENT_WAYS;

export const PAYMENT_WAY_KEYS = Object.keys(PAYMENT_WAYS).filter(isPaymentWay);

/** More than anybody pays in a lifetime. There is a limit because the whole list is sent with every page. */
export const MOST_PAYMENTS = 200;

const WRONG_DAY = 'Please enter a day such as 2026-08-31';

export const dayInput = z.string('must be a text').trim().refine(isDay, WRONG_DAY);

export const wayInput = z.enum(PAYMENT_WAY_KEYS, 'Please choose how it was paid');

export const noteInput = z
  .string('must be a text')
  .trim()
  .max(500, 'A note can have 500 characters at most')
  .default('');

/** A payment as it is stored and exported; both days are days of the club, 'YYYY-MM-DD'. */
export const paymentInput = z
  .strictObject({ on: dayInput, until: dayInput, how: wayInput, note: noteInput })
  .refine(({ on, until }) => on <= until, { path: ['until'], message: '‘Until’ is before ‘Paid on’' });

export type Payment = z.output<typeof paymentInput>;

const importedDay = z.literal('').or(dayInput).default('');

/** A file may leave out days, which are then empty, and may have fields that this product does not know. */
export const importedPayment = z
  .looseObject({ on: importedDay, until: importedDay, how: wayInput.default('other'), note: noteInput })
  .refine(({ on, until }) => until === '' || on <= until, '‘until’ is before ‘on’');

function isPaymentWay(name: string): name is PaymentWay {
  return Object.hasOwn(PAYMENT_WAYS, name);
}

export function readPayments(stored: string | null): Payment[] {
  return readStored<Payment[]>(stored, []);
}

/** The last day that is paid for; empty if nothing was paid. */
export function paidUntil(payments: readonly Payment[]): string {
  return payments.reduce((last, { until }) => (until > last ? until : last), '');
}
