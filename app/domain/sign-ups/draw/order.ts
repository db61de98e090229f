import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';

/** 32 bytes, as lower-case hex. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

/** The fingerprint, which everybody may see before the draw: SHA-256 of the secret's bytes, not of its hex. */
export function fingerprintOf(secret: string): string {
  return createHash('sha256').update(secret, 'hex').digest('hex');
}

/** SHA-256 of all tickets in alphabetical order by code unit, one per line, each line ended by a newline. */
export function digestOf(tickets: readonly string[]): string {
  const lines = tickets.toSorted(byCodeUnit).map((ticket) => `${ticket}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * Sorts the tickets by the secret. The number of each is the HMAC-SHA-256 of `{digest of all}:{ticket}`, and they come
 * in ascending order of that number. docs/draws.md does the same with openssl.
 */
export function orderTickets(secret: string, tickets: readonly string[]): string[] {
  // Without an object for the key, making one for each ticket takes eight times as long as the rest.
  const key = createSecretKey(secret, 'hex');
  const all = digestOf(tickets);
  return tickets
    .map((ticket) => ({ ticket, number: createHmac('sha256', key).update(`${all}:${ticket}`).digest('hex') }))
    .toSorted((one, other) => byCodeUnit(one.number, other.number))
    .map(({ ticket }) => ticket);
}

function byCodeUnit(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
