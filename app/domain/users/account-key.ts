import { createHash } from 'node:crypto';

export interface AccountAt {
  /** As the provider signs it; null: the local one, of which there is one. */
  issuer: string | null;
  subject: string;
}

/** No two providers, and no two subjects of one, have a key in common. */
export function accountKey({ issuer, subject }: AccountAt): string {
  return issuer === null ? subject : `id-${digest(JSON.stringify([issuer, subject]))}`;
}

const LOCAL = 'local-';
const DIGESTED = 'sub-';
const NOT_A_KEY = /[.#$[\]/\p{Cc}]/u;
const LONGEST_KEY = 128;
/** What may be the former key of another subject: a digest, or one that looked local. */
const OF_ANOTHER = /^sub-(local-|[\w-]{43}$)/;

/** From before keys held the issuer; undefined where the account under it may be somebody else's. */
export function legacyKey(subject: string): string | undefined {
  if (OF_ANOTHER.test(subject)) return undefined;
  const named = subject.startsWith(LOCAL) ? DIGESTED + subject : subject;
  const isKey = named !== '' && !NOT_A_KEY.test(named) && Buffer.byteLength(named) <= LONGEST_KEY;
  return isKey ? named : DIGESTED + digest(named);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
