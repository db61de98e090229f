export const FOREIGN_LETTERS =
  'Our mail server cannot send to an address with letters such as ‘ü’ before the @. Please enter another one.';

/** What the mail server said at the last connection; until the first one, nobody is refused. */
let isTaken = true;

export function noteForeignLetters(taken: boolean): void {
  isTaken = taken;
}

/** Whether the mail server would refuse to send to this address. */
export function hasRefusedLetters(address: string): boolean {
  return !isTaken && /[^\p{ASCII}]/u.test(address);
}
