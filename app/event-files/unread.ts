/** Why an entry is not read. */
export class Unread extends Error {}

export const DAMAGED = 'This entry is damaged';

/** What the parser makes of a file’s values, which it reads only once they are asked for. @throws Unread */
export function parsed<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new Unread(DAMAGED, { cause: error });
  }
}
