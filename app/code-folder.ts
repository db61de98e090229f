import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The built program lies deeper than its sources, and a site may be served from another folder than its code's. */
const CODE = findCode(import.meta.dirname);

function findCode(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findCode(dirname(folder));
}

/** A file that belongs to this version, wherever the site was started. */
export function codePath(...path: string[]): string {
  return join(CODE, ...path);
}
