/** Thrown with the reason why an entry cannot be read. */
export class Unreadable extends Error {}

export const DAMAGED = 'This entry is damaged';

/** Asks the parser for a value, which it reads only now. @throws Unreadable */
export function parseLazy<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(DAMAGED, { cause: error });
  }
}
