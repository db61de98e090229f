import { withDomainInAscii } from './email-address.ts';

/** An address as it is compared: letters' case, surrounding spaces and the spelling of its domain do not count. */
export function addressKey(email: string): string {
  return withDomainInAscii(email.trim().normalize('NFC').toLowerCase());
}
