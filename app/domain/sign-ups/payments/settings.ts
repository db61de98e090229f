/** What a place costs, as officers set it. Amounts are in cents (app/domain/money.ts). */
export interface PriceSettings {
  /** null: a place is free. */
  price: number | null;
  /** null: the same as for everyone. */
  memberPrice: number | null;
  /** Markdown, in which `{reference}` stands for each person's payment reference. */
  howToPay: string;
  /** Counted from when they got their place; null: until the event. */
  payWithinDays: number | null;
  /** Whether a place that is not paid in time goes to those who wait. */
  giveUpUnpaid: boolean;
}

export const FREE: PriceSettings = {
  price: null,
  memberPrice: null,
  howToPay: '',
  payWithinDays: null,
  giveUpUnpaid: false,
};

export const MOST_HOW_TO_PAY = 1000;

/** How long people may take to pay, as officers choose it; in days, null: until the event. */
export const DAYS_TO_PAY = { 'Until the event': null, '1 day': 1, '3 days': 3, '7 days': 7, '14 days': 14 } as const;

type PayWithin = keyof typeof DAYS_TO_PAY;

export const PAY_WITHIN_CHOICES = Object.keys(DAYS_TO_PAY).filter(isPayWithin);

export const ALLOWED_PAY_WITHIN_DAYS = Object.values(DAYS_TO_PAY).filter((days) => days !== null);

function isPayWithin(choice: string): choice is PayWithin {
  return Object.hasOwn(DAYS_TO_PAY, choice);
}

export function payWithinOf(days: number | null): PayWithin {
  return PAY_WITHIN_CHOICES.find((choice) => DAYS_TO_PAY[choice] === days) ?? 'Until the event';
}
