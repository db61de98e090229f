import type { Reader } from '../../../db/db.server.ts';
import type { Actor } from '../../actor.ts';
import { Rejected } from '../../errors.ts';
import { toCents } from '../../money.ts';
import { viewPayments, type ListedPayment } from './list-payments.ts';
import { REFERENCE_LENGTH } from './reference.ts';
import type { PayingClub } from './sentences.ts';

/** A line of a bank statement that names somebody's reference. */
export interface MatchedPayment extends Pick<
  ListedPayment,
  'key' | 'name' | 'reference' | 'amount' | 'payment' | 'canBeMarked'
> {
  /** No amount in the line is the one that is owed. */
  hasWrongAmount: boolean;
  /** The start of the line, as much as is shown. */
  line: string;
}

export interface Match {
  found: MatchedPayment[];
  /** How many lines have no known reference, but a word that looks like one. */
  unknown: number;
}

export const MOST_STATEMENT_CHARACTERS = 1_000_000;
const MOST_STATEMENT_LINES = 10_000;
const MOST_LINE_CHARACTERS = 1000;
const SHOWN_CHARACTERS = 160;

/**
 * As many letters and digits as a reference has. A bank may put spaces or hyphens into it, and people type 0 for O,
 * though no reference contains these characters.
 */
const CANDIDATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?=((?:[a-z0-9][ -]?){${REFERENCE_LENGTH - 1}}[a-z0-9])(?![\\p{L}\\p{N}]))`,
  'giu',
);
/**
 * An amount with its sign: a minus before it (perhaps with a currency between them), a minus after it, or brackets around
 * it. A dash between two spaces may only separate words, but some banks write money that went out like this. A space
 * separates thousands only where all of them are separated, and the last number of a date is no part of the amount.
 */
const AMOUNT =
  /(?<![\d.,]|\d[/-])(?<out>(?:(?<![\p{L}\p{N}])- ?(?:\p{Sc}|[A-Z]{2,3}\$?)? ?|-|\((?:\p{Sc}|[A-Z]{2,3}\$? ?)?))?(?<digits>(?:\d{1,3}(?:(?<separator>[ ,.'’])\d{3}(?:\k<separator>\d{3})*|(?:,\d{2})+,\d{3})|\d+)(?:[.,]\d{1,3})?)(?![.,]?\d)(?<back>-(?![\p{L}\p{N}]))?/gu;

/** Finds references in pasted text, and stores none of it. `decimals` is how many the currency has. */
export function matchPayments(text: string, payments: readonly ListedPayment[], decimals: number): Match {
  const byReference = new Map(payments.map((one) => [one.reference, one]));
  const found = new Map<string, MatchedPayment>();
  let unknown = 0;
  for (const whole of text.split(/\r\n|\r|\n/)) {
    // One character may become many.
    const line = plainLine(whole.slice(0, MOST_LINE_CHARACTERS)).slice(0, MOST_LINE_CHARACTERS);
    const known = referencesIn(line).flatMap((reference) => byReference.get(reference) ?? []);
    if (known.length === 0 && mayNameReference(line)) unknown++;
    for (const { key, name, reference, amount, payment, canBeMarked, cents } of known) {
      // Money may have gone back and forth: one line with the amount is enough.
      if (!reference || found.get(reference)?.hasWrongAmount === false) continue;
      const hasWrongAmount = !amountsIn(withoutReference(line, reference), decimals).includes(cents);
      if (hasWrongAmount && found.has(reference)) continue;
      found.set(reference, {
        key,
        name,
        reference,
        amount,
        payment,
        canBeMarked,
        hasWrongAmount,
        line: line.trim().slice(0, SHOWN_CHARACTERS),
      });
    }
  }
  return { found: [...found.values()], unknown };
}

/** Every run as long as a reference, so that a word in front of one does not hide it. */
function referencesIn(line: string): string[] {
  const words = line.toUpperCase().split(/[^A-Z0-9]+/);
  const single = words.filter(({ length }) => length === REFERENCE_LENGTH);
  const spaced = [...line.toUpperCase().matchAll(CANDIDATE)].map(([, text = '']) => text.replaceAll(/[ -]/g, ''));
  return [...new Set([...single, ...spaced])];
}

/**
 * Whether a word is as long as a reference, with at least one letter and one digit. A word with a character that
 * references never use, such as O, may be a reference that somebody misread: it counts as unknown instead of being
 * ignored.
 */
function mayNameReference(line: string): boolean {
  const words = line.toUpperCase().split(/[^A-Z0-9]+/);
  return words.some((word) => word.length === REFERENCE_LENGTH && /\d/.test(word) && /[A-Z]/.test(word));
}

/** Banks write in full width, with hard spaces and with dashes of all kinds; pasted text may contain invisible characters. */
function plainLine(line: string): string {
  return line
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}−]/gu, '-');
}

/** Replaces the reference, whose last digit could be read as the start of the amount that follows. */
function withoutReference(line: string, reference: string): string {
  return line.replaceAll(new RegExp(reference.replaceAll(/(?<=.)(?=.)/g, '[ -]?'), 'gi'), 'REFERENCE');
}

/** The incoming amounts, in cents. */
function amountsIn(line: string, decimals: number): number[] {
  return [...line.matchAll(AMOUNT)].flatMap(({ groups: { out, digits = '', back } = {} }) =>
    out || back ? [] : centsOf(digits, decimals),
  );
}

/** The last dot or comma begins the cents, unless three digits follow it that cannot be cents in this currency. */
function centsOf(text: string, decimals: number): number {
  const [, whole = text, fraction = ''] = /^(.*)[.,](\d{1,3})$/.exec(text) ?? [];
  const hasFraction = fraction.length < 3 || decimals === 3;
  const cents = hasFraction ? fraction.replace(/0+$/, '') : '';
  if (cents.length > decimals) return NaN;
  return Number((hasFraction ? whole : text).replaceAll(/\D/g, '') + cents.padEnd(decimals, '0'));
}

const TOO_LONG = `A statement can have ${MOST_STATEMENT_LINES.toLocaleString('en')} lines and ${MOST_STATEMENT_CHARACTERS.toLocaleString('en')} characters at most. Please paste a part of it.`;

/** @throws NotAllowed, NotFound; Rejected if the statement is too long */
export async function matchStatement(
  db: Reader,
  actor: Actor | null,
  club: PayingClub,
  { eventKey, text }: { eventKey: string; text: string },
): Promise<Match> {
  const { payments } = await viewPayments(db, actor, eventKey, club);
  const isLong =
    text.length > MOST_STATEMENT_CHARACTERS || text.split('\n', MOST_STATEMENT_LINES + 1).length > MOST_STATEMENT_LINES;
  if (isLong) throw new Rejected(TOO_LONG);
  const decimals = String(toCents(1, club.currency) ?? 1).length - 1;
  return matchPayments(text, payments, decimals);
}
