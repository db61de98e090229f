export interface Money {
  locale: string;
  /** Such as USD. */
  currency: string;
}

/** For whoever knows of none: one that has two decimals, as most have. */
export const ANY_CURRENCY = 'USD';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf({ locale, currency }: Money): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(name, format);
  return format;
}

/** A price with its currency's symbol, alike on the server and in every browser. */
export function formatPrice(price: number, money: Money): string {
  return formatOf(money)
    .format(price)
    .replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** A price as it is typed: with as many decimals as the currency has, and never fewer than the price has. */
export function typedPrice(price: number, money: Money): string {
  const usual = price.toFixed(decimalsOf(money));
  return Number(usual) === price ? usual : String(price);
}

/** A typed price as a number: a comma may divide the cents, and the currency's symbol may stand with it. */
export function parsePrice(text: string): number {
  const plain = text
    .trim()
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
    .replace(',', '.');
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? Number(plain) : NaN;
}

function decimalsOf(money: Money): number {
  return formatOf(money).resolvedOptions().maximumFractionDigits ?? 0;
}

/** What computers make of a sum of decimals. */
const NOISE = 1e-6;

/** In whole smallest units of the currency, which are called cents here: none of a yen. undefined where it has more decimals than that. */
export function toCents(amount: number, currency: string): number | undefined {
  const exact = amount * 10 ** decimalsOf({ locale: 'en', currency });
  const cents = Math.round(exact);
  return Math.abs(exact - cents) < NOISE && Number.isSafeInteger(cents) ? cents : undefined;
}

/** An amount as programs read it: 12.5 */
export function fromCents(cents: number, currency: string): number {
  return cents / 10 ** decimalsOf({ locale: 'en', currency });
}

/** As spreadsheets read it, with the currency's own decimals: 12.50 */
export function plainCents(cents: number, currency: string): string {
  return fromCents(cents, currency).toFixed(decimalsOf({ locale: 'en', currency }));
}

export function formatCents(cents: number, money: Money): string {
  return formatPrice(fromCents(cents, money.currency), money);
}

/** Nobody asks for more than this, in whole units. */
const MOST_PRICE = 1_000_000;

/** Whether it can be asked for at an event: from the currency's smallest unit on; `orNothing` for one that may be 0. */
export function isAskable(price: number, currency: string, { orNothing = false } = {}): boolean {
  const cents = toCents(price, currency);
  return cents !== undefined && cents >= (orNothing ? 0 : 1) && price <= MOST_PRICE;
}
