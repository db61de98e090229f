export const FOREIGN_LETTERS =
  'Our mail server cannot send to an address with letters such as ‘ü’ before the @. Please enter another one.';

/** As the mail server said when it was last connected to; until then nobody is refused. */
let isTaken = true;

export function noteForeignLetters(taken: boolean): void {
  isTaken = taken;
}

/** Whether the mail server would send nothing to this address. */
export function hasRefusedLetters(address: string): boolean {
  return !isTaken && /[^\p{ASCII}]/u.test(address);
}
