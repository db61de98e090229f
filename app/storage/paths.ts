import { Rejected } from '../domain/errors.ts';

export const INCOMING = '.incoming';

/** Below the root, and possible in a folder and a bucket. @throws Rejected */
export function checkedPath(path: string): string {
  const parts = path.split('/');
  const plain = parts.every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= 255);
  const short = Buffer.byteLength(path) <= 1000;
  if (plain && short && parts[0] !== INCOMING && path.isWellFormed() && !/\p{Cc}/u.test(path)) return path;
  throw new Rejected(`A file cannot be stored under the name ${JSON.stringify(path.slice(0, 200))}`);
}
