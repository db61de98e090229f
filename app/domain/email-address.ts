/** True for an e-mail address as the platform's own e-mail field accepts it. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(
    text,
  );
}

/**
 * True for two spellings of one address: case alone makes no difference, and that of a to z alone. Other letters fold in
 * ways that make two people's addresses one, such as the sign of Kelvin and a k.
 */
export function isSameAddress(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(address: string): string {
  return address.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
