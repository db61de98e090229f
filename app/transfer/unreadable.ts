/** Its message is one line for whoever gave the file. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}
