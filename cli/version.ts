import { VERSION } from '../app/config/version.ts';
import { UsageError, type Command } from './command.ts';

export const versionCommand: Command = {
  usage: 'version',
  does: 'prints the version of this program',
  async run([more]) {
    if (more !== undefined) throw new UsageError(`'${more}' is one argument too many.`);
    console.log(VERSION);
    return 0;
  },
};
