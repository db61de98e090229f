import { withDomainInAscii } from './email-address.ts';

/**
 * Addresses are compared by this key: it ignores case, surrounding spaces and how accents or the domain are spelled.
 * Rights go by isSameAddress, which folds only a to z, because other addresses that fold alike may be two people's.
 */
export function addressKey(email: string): string {
  return withDomainInAscii(email.trim().normalize('NFC').toLowerCase());
}
