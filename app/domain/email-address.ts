/** As mail servers take it (RFC 5321), in bytes. */
export const LONGEST_ADDRESS = 254;

/** As it is stored and mailed: its domain in ASCII; before the @ letters beyond it may stand too (RFC 6531). */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || new TextEncoder().encode(text).length > LONGEST_ADDRESS) return false;
  return /^[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/u.test(
    text,
  );
}

/** Only the case of a to z is ignored: other folding makes two people's addresses one (the sign of Kelvin and a k). */
export function isSameAddress(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(address: string): string {
  return withDomainInAscii(address.trim()).replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** By way of a URL, which browsers have too. */
export function withDomainInAscii(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (address.length > LONGEST_ADDRESS || !/^[\p{L}\p{M}\p{N}.-]*[^\p{ASCII}][\p{L}\p{M}\p{N}.-]*$/u.test(domain))
    return address;
  return address.slice(0, at) + (URL.parse(`http://${domain}`)?.hostname ?? domain);
}
