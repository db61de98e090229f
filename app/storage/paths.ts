import { Rejected } from '../domain/errors.ts';

/** The folder, beside the years, for what has not arrived whole yet. */
export const INCOMING = '.incoming';

/**
 * Lets a path pass that stays below the root and that a folder and a bucket can both hold.
 * @throws Rejected for any other.
 */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  const plain = parts.every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= 255);
  const short = Buffer.byteLength(path) <= 1000;
  if (plain && short && parts[0] !== INCOMING && path.isWellFormed() && !/\p{Cc}/u.test(path)) return path;
  throw new Rejected(`A file cannot be stored under the name ${JSON.stringify(path.slice(0, 200))}`);
}
