/** A file that is no import file at all; its message is one line for whoever gave it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
