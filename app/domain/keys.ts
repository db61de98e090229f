import { randomBytes, randomInt } from 'node:crypto';

const ORDERED = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 12;

let lastTime = 0;
let lastDigits: number[] = [];

/** They sort by `now` (epoch milliseconds), then by order of making, as the realtime database's did. */
export function newKey(now = Date.now()): string {
  lastDigits = now === lastTime ? successor(lastDigits) : [...randomBytes(RANDOM_DIGITS)].map((byte) => byte % 64);
  lastTime = now;
  const time = Array.from(
    { length: TIME_DIGITS },
    (_, place) => Math.floor(now / 64 ** (TIME_DIGITS - 1 - place)) % 64,
  );
  return [...time, ...lastDigits].map((digit) => ORDERED[digit]).join('');
}

/** Epoch milliseconds; undefined for a key of another shape. */
export function keyTime(key: string): number | undefined {
  const digits = key.split('').map((character) => ORDERED.indexOf(character));
  if (digits.length !== TIME_DIGITS + RANDOM_DIGITS || digits.includes(-1)) return undefined;
  return digits.slice(0, TIME_DIGITS).reduce((time, digit) => time * 64 + digit, 0);
}

function successor(digits: number[]): number[] {
  const next = [...digits];
  for (let place = next.length - 1; place >= 0; place--) {
    const digit = (next[place] ?? 0) + 1;
    next[place] = digit % 64;
    if (digit < 64) break;
  }
  return next;
}

/** The id of a form or the name of a field (product.md 9). */
export function newShortId(): string {
  return Array.from({ length: 10 }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
