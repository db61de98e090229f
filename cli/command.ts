import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

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

/**
 * Reads what was typed after a command: its options, and one value that is not an option.
 * @throws UsageError in words for the person who typed it.
 */
export function readArguments<Options extends ParseArgsOptionsConfig>(args: string[], what: string, options: Options) {
  const { values, positionals } = parsed(args, options);
  const [value, ...more] = positionals;
  if (!value) throw new UsageError(`${what} is missing.`);
  if (more.length > 0) throw new UsageError(`'${more[0]}' is one argument too many.`);
  return { value, options: values };
}

function parsed<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    // Only its first sentence: what follows is advice for another kind of program.
    throw new UsageError(error instanceof Error ? error.message.replace(/\. .*/s, '.') : String(error));
  }
}

/** A path as the person typed it: from where npm was called, which runs scripts in the project's folder. */
export function typedPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
