import { isEmail, withDomainInAscii } from './email-address.ts';
import { hasRefusedLetters, FOREIGN_LETTERS } from './foreign-letters.ts';

/** The address as it is stored, or what is wrong with what was typed: `notEmail` if it is no address at all. */
type ReadEmail = { address: string } | { wrong: string };

/** Every address that comes from outside is read here. */
export function readEmail(typed: string, notEmail: string): ReadEmail {
  const address = withDomainInAscii(typed.trim().normalize('NFC'));
  if (!isEmail(address)) return { wrong: notEmail };
  return hasRefusedLetters(address) ? { wrong: FOREIGN_LETTERS } : { address };
}
