/** How the club writes prices. */
export interface Money {
  locale: string;
  /** Such as USD. */
  currency: string;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A price with its currency's symbol, alike on the server and in every browser. */
export function formatPrice(price: number, { locale, currency }: Money): string {
  const name = `${locale} ${currency}`;
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, { style: 'currency', currency });
  formats.set(name, format);
  return format.format(price).replaceAll(/[\u202f\u00a0]/g, ' ');
}

/** A typed price as a number: a comma may divide the cents, and the currency's symbol may stand with it. */
export function parsePrice(text: string): number {
  const plain = text
    .trim()
    .replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
    .replace(',', '.');
  return /^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain) ? Number(plain) : NaN;
}
