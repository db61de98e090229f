/** Thrown with the reason why an entry cannot be read. */
export class Unread extends Error {}

export const DAMAGED = 'This entry is damaged';

/** Asks the parser for a value, which it reads only now. @throws Unread */
export function parsed<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Unread(DAMAGED, { cause: error });
  }
}
