import { domainToASCII, domainToUnicode } from 'node:url';
import { Rejected } from '../errors.ts';

export const ERASED = 'an erased person';

export interface SoughtAddress {
  address: string;
  /** False for a longer address that contains this one. */
  isIn: (text: string) => boolean;
  without: (text: string) => string;
  /** The address with its domain in each of the ways it may be written. */
  spellings: string[];
}

const LONGEST = 320;
const SHAPE = /^[^\s@"\\<>()[\],;:]+@[^\s@"\\<>()[\],;:]+$/u;
/** Keeps ann@b.example from being found in joann@b.example or mary.ann@b.example. */
const BEFORE = String.raw`(?<![\p{L}\p{N}_])(?<![\p{L}\p{N}][.!#$%&'*+?^\x60{}~-]+)`;
const AFTER = String.raw`(?![\p{L}\p{N}_]|[.-]+[\p{L}\p{N}])`;

/**
 * Ignores case, wide or combined letters, and which of the two ways an international domain is written in.
 * @throws Rejected if it is not an email address.
 */
export function readSoughtAddress(text: string): SoughtAddress {
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
    spellings: spellings(address),
    without(given) {
      const replaced = given.replaceAll(pattern, ERASED);
      return isIn(replaced) ? plain(replaced).replaceAll(pattern, ERASED) : replaced;
    },
  };
}

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
