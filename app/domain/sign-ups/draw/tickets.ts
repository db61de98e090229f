import { createHash, randomInt } from 'node:crypto';

/** Leaves out characters that are easily confused: I and 1, O and 0. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const HALF = 4;

/** Four characters from the browser of the person who enters, then four from the server. */
export type Ticket = string;

export function isTicket(text: string): boolean {
  return /^[A-Z0-9]{8}$/.test(text);
}

/** The first half, which a browser chose, in capital letters; undefined if the input is not one. */
export function readFirstHalf(input: unknown): string | undefined {
  const half = typeof input === 'string' ? input.toUpperCase() : '';
  return /^[A-Z0-9]{4}$/.test(half) ? half : undefined;
}

export function firstHalfOf(ticket: Ticket): string {
  return ticket.slice(0, HALF);
}

/** If no browser chose the first half, the server chooses both. */
export function newTicket(firstHalf = randomHalf()): Ticket {
  return firstHalf + randomHalf();
}

function randomHalf(): string {
  return Array.from({ length: HALF }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}

/** A ticket for an imported response that has none; it is the same each time the file is read. */
export function ticketOf(formId: string, key: string): Ticket {
  const bytes = createHash('sha256').update(`${formId}/${key}`).digest();
  return [...bytes.subarray(0, 2 * HALF)].map((byte) => CHARACTERS[byte % CHARACTERS.length]).join('');
}
