/** As the browser's own e-mail field checks it. */
export function isEmail(text: string): boolean {
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(
    text,
  );
}

/** Only the case of a to z is ignored: other folding makes two people's addresses one (the sign of Kelvin and a k). */
export function isSameAddress(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(address: string): string {
  return address.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
