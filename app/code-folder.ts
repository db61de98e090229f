import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The built program is in a deeper folder than its sources, and a site may be started from any folder. */
const CODE = findCode(import.meta.dirname);

function findCode(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findCode(dirname(folder));
}

/** The path of a file of this version, wherever the site was started. */
export function codePath(...path: string[]): string {
  return join(CODE, ...path);
}
