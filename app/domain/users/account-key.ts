import { createHash } from 'node:crypto';

/** Who vouches for an account, and the lasting name that it has there. */
export interface AccountAt {
  /** As the identity provider calls itself in what it signs; null: the local one, of which there is one. */
  issuer: string | null;
  subject: string;
}

/** The key of an account's user record: no two providers, and no two subjects of one, have it in common. */
export function accountKey({ issuer, subject }: AccountAt): string {
  return issuer === null ? subject : `id-${digest(JSON.stringify([issuer, subject]))}`;
}

/** What no subject of the local provider's may be taken for. */
const LOCAL = 'local-';
const DIGESTED = 'sub-';
const NOT_A_KEY = /[.#$[\]/\p{Cc}]/u;
const LONGEST_KEY = 128;
/** What may be the former key of another subject: a digest, or one that looked local. */
const OF_ANOTHER = /^sub-(local-|[\w-]{43}$)/;

/**
 * The key that an account had before keys held the issuer: its subject or, where that could not be a key, a digest of it.
 * undefined for a subject that looks like what was made of another one: the account under it may be somebody else's.
 */
export function legacyKey(subject: string): string | undefined {
  if (OF_ANOTHER.test(subject)) return undefined;
  const named = subject.startsWith(LOCAL) ? DIGESTED + subject : subject;
  const isKey = named !== '' && !NOT_A_KEY.test(named) && Buffer.byteLength(named) <= LONGEST_KEY;
  return isKey ? named : DIGESTED + digest(named);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
