import { isEmail } from './email-address.ts';
import { isRefused, FOREIGN_LETTERS } from './foreign-letters.ts';

/** What somebody typed, as it is stored; else what is wrong with it, `notEmail` where it is no address at all. */
export type ReadEmail = { address: string } | { wrong: string };

/** The one reader of addresses that come from outside. */
export function readEmail(typed: string, notEmail: string): ReadEmail {
  const address = withDomainInAscii(typed.trim().normalize('NFC'));
  if (!isEmail(address)) return { wrong: notEmail };
  return isRefused(address) ? { wrong: FOREIGN_LETTERS } : { address };
}

/** By way of a URL, which browsers have too. */
function withDomainInAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (address.length > LONGEST_TYPED || !/^[\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*$/u.test(domain))
    return address;
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}

/** More is no address, however it is written. */
const LONGEST_TYPED = 254;
