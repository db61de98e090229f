export interface Money {
  locale: string;
  /** Such as USD. */
  currency: string;
}

/** The default when the currency is not known: it has two decimals, as most have. */
export const ANY_CURRENCY = 'USD';

const formats = new Map<string, Intl.NumberFormat>();

function formatOf({ locale, currency }: Money): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(name, format);
  return format;
}

/** A price with its currency’s symbol, the same on the server and in every browser. */
export function formatPrice(price: number, money: Money): string {
  return formatOf(money)
    .format(price)
    .replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** A price as people type it, with as many decimals as the currency has, and never fewer than the price has. */
export function typedPrice(price: number, money: Money): string {
  const usual = price.toFixed(decimalsOf(money));
  return Number(usual) === price ? usual : String(price);
}

/**
 * Reads a typed price: a comma may separate the cents, and the currency’s symbol may stand beside it. NaN if it is no
 * price.
 */
export function parsePrice(text: string, currency: string): number {
  const plain = text
    .trim()
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
    .replace(',', '.');
  // Who types '1,000' or '1.000' means a thousand, unless the currency has three decimals.
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(plain) && decimalsOf({ locale: 'en', currency }) !== 3) return NaN;
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? Number(plain) : NaN;
}

function decimalsOf(money: Money): number {
  return formatOf(money).resolvedOptions().maximumFractionDigits ?? 0;
}

/** How far off computers may be with decimals. */
const NOISE = 1e-6;

/**
 * The amount in the currency’s smallest unit, called cents here, even for a yen, which has none. undefined if the
 * amount has more decimals than that.
 */
export function toCents(amount: number, currency: string): number | undefined {
  const exact = amount * 10 ** decimalsOf({ locale: 'en', currency });
  const cents = Math.round(exact);
  return Math.abs(exact - cents) < NOISE && Number.isSafeInteger(cents) ? cents : undefined;
}

/** The amount as programs read it: 12.5 */
export function fromCents(cents: number, currency: string): number {
  return cents / 10 ** decimalsOf({ locale: 'en', currency });
}

/** The amount as spreadsheets read it, with the currency’s own decimals: 12.50 */
export function plainCents(cents: number, currency: string): string {
  return fromCents(cents, currency).toFixed(decimalsOf({ locale: 'en', currency }));
}

export function formatCents(cents: number, money: Money): string {
  return formatPrice(fromCents(cents, money.currency), money);
}

/** The highest price, in the currency’s main unit. */
const MOST_PRICE = 1_000_000;

/** Whether an event may cost this much: at least the currency’s smallest unit, or 0 too with `orNothing`. */
export function isAskable(price: number, currency: string, { orNothing = false } = {}): boolean {
  const cents = toCents(price, currency);
  return cents !== undefined && cents >= (orNothing ? 0 : 1) && price <= MOST_PRICE;
}
