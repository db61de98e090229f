import { domainToASCII, domainToUnicode } from 'node:url';
import { Rejected } from '../errors.ts';

export const ERASED = 'an erased person';

/** An address that is looked for, however it was written. */
export interface SoughtAddress {
  /** In lower case, without what surrounds it. */
  address: string;
  /** True where the text is or holds this address, and not only one that is longer. */
  isIn: (text: string) => boolean;
  /** The text with ERASED in the address's place. */
  without: (text: string) => string;
}

const LONGEST = 320;
const SHAPE = /^[^\s@"\\<>()[\],;:]+@[^\s@"\\<>()[\],;:]+$/u;
/** What may stand inside an address, so that ann@b.example is not found in joann@b.example or mary.ann@b.example. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_])(?<![\p{L}\p{N}][.!#$%&'*+?^\x60{}~-]+)`;
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.-]+[\p{L}\p{N}])`;

/**
 * Reads the address that somebody typed: case, surrounding space, wide or combined letters and the two ways to write an
 * international domain make no difference.
 * @throws Rejected for what is no e-mail address.
 */
export function readAddress(text: string): SoughtAddress {
  const address = plain(text).trim();
  if (address.length > LONGEST || !SHAPE.test(address)) {
    const why = 'Please enter an email address, such as sam@example.edu';
    throw new Rejected(why, { email: why });
  }
  const pattern = new RegExp(
    `${BEFORE}(?:${spellings(address)
      .map((one) => RegExp.escape(one))
      .join('|')})${AFTER}`,
    'giu',
  );
  const isIn = (given: string) => plain(given).search(pattern) >= 0;
  return {
    address,
    isIn,
    without(given) {
      const replaced = given.replaceAll(pattern, ERASED);
      return isIn(replaced) ? plain(replaced).replaceAll(pattern, ERASED) : replaced;
    },
  };
}

/** A text as it is compared: no invisible characters, one form of each letter, lower case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase();
}

function spellings(address: string): string[] {
  const [local = '', domain = ''] = address.split('@');
  const domains = [domain, domainToASCII(domain), plain(domainToUnicode(domain))].filter(Boolean);
  return [...new Set(domains)].map((one) => `${local}@${one}`);
}
