import { randomBytes, randomInt } from 'node:crypto';

const ORDERED = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const TIME_DIGITS = 8;
const RANDOM_DIGITS = 12;
const COUNT_DIGITS = 4;

/**
 * Keys sort by `now` (epoch milliseconds), and keys of the same millisecond in any order. Somebody who knows the keys
 * before and after must not be able to guess one: a sign-up's key lets its holder in at the door, and a member's key is
 * their card.
 */
export function newKey(now = Date.now()): string {
  return inDigits(now, TIME_DIGITS) + randomDigits(RANDOM_DIGITS);
}

let keysInOrder = 0;

/**
 * Like newKey, but keys that one process makes within a millisecond also sort in the order in which it made them. They
 * can be guessed.
 */
export function newKeyInOrder(now: number): string {
  keysInOrder++;
  return inDigits(now, TIME_DIGITS) + inDigits(keysInOrder, COUNT_DIGITS) + randomDigits(RANDOM_DIGITS - COUNT_DIGITS);
}

function inDigits(value: number, digits: number): string {
  let written = '';
  for (let place = digits - 1; place >= 0; place--) written += ORDERED.charAt(Math.floor(value / 64 ** place) % 64);
  return written;
}

function randomDigits(digits: number): string {
  return Array.from(randomBytes(digits), (byte) => ORDERED.charAt(byte % 64)).join('');
}

/** When a key was made, in epoch milliseconds; undefined for a key of another shape. */
export function keyTime(key: string): number | undefined {
  const digits = key.split('').map((character) => ORDERED.indexOf(character));
  if (digits.length !== TIME_DIGITS + RANDOM_DIGITS || digits.includes(-1)) return undefined;
  return digits.slice(0, TIME_DIGITS).reduce((time, digit) => time * 64 + digit, 0);
}

/** The id of a form or the name of a field (product.md 9). */
export function newShortId(): string {
  return Array.from({ length: 10 }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}
