/** The most bytes that mail servers take in an address (RFC 5321). */
export const LONGEST_ADDRESS = 254;

/**
 * Checks an address as it is stored and mailed: its domain is in ASCII, but other letters may stand before the @ (RFC
 * 6531).
 */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || new TextEncoder().encode(text).length > LONGEST_ADDRESS) return false;
  return /^[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/u.test(
    text,
  );
}

/**
 * Only the case of a to z is ignored: folding other letters would make one address of two people's (the Kelvin sign and
 * a k).
 */
export function isSameAddress(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(address: string): string {
  return withDomainInAscii(address.trim()).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** A URL converts the domain, because browsers have that too. */
export function withDomainInAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (address.length > LONGEST_ADDRESS || !/^[\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*$/u.test(domain))
    return address;
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}
