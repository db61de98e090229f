export interface Money {
  locale: string;
  /** Such as USD. */
  currency: string;
}

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
  const usual = price.toFixed(formatOf(money).resolvedOptions().maximumFractionDigits);
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
