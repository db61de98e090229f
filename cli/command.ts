/** One thing that `npm run club` does. */
export interface Command {
  /** As it is typed, such as export FILE. */
  usage: string;
  /** In a few words. */
  does: string;
  /**
   * Does it, with what was typed after the command's name.
   * @returns the exit code.
   * @throws UsageError when that cannot be understood; any other error's message is shown as one line.
   */
  run: (args: string[]) => Promise<number>;
}

/** A command that was typed wrongly. */
export class UsageError extends Error {
  override name = 'UsageError';
}
