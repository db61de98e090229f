import { withDomainInAscii } from './email-address.ts';

/**
 * An address as it is compared: letters' case, surrounding spaces and how an accent or the domain is spelled do not count.
 * Rights go by isSameAddress, which folds only a to z: other addresses that fold alike may be two people's.
 */
export function addressKey(email: string): string {
  return withDomainInAscii(email.trim().normalize('NFC').toLowerCase());
}
