import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codePath } from '../app/code-folder.ts';
import { isSameFolder, readChoice } from '../scripts/versions.mjs';
import { runCommand } from './commands.ts';

// What is written is for this user alone.
process.umask(process.umask() | 0o077);
const { code } = readChoice(process.cwd());
if (isAnother(code)) await import(pathToFileURL(join(code, 'cli/club.ts')).href);
else {
  const [name = '', ...args] = process.argv.slice(2);
  process.exitCode = await runCommand(name, args);
}

/** An update chose it for this folder. */
function isAnother(code: string): boolean {
  return code !== process.cwd() && !isSameFolder(code, codePath());
}
