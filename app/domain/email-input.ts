import { isEmail, withDomainInAscii } from './email-address.ts';
import { hasRefusedLetters, FOREIGN_LETTERS } from './foreign-letters.ts';

/** What somebody typed, as it is stored; else what is wrong with it, `notEmail` where it is no address at all. */
export type ReadEmail = { address: string } | { wrong: string };

/** The one reader of addresses that come from outside. */
export function readEmail(typed: string, notEmail: string): ReadEmail {
  const address = withDomainInAscii(typed.trim().normalize('NFC'));
  if (!isEmail(address)) return { wrong: notEmail };
  return hasRefusedLetters(address) ? { wrong: FOREIGN_LETTERS } : { address };
}
