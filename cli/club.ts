import { adminsCommand } from './admins.ts';
import { archiveCommand } from './archive.ts';
import { backupCommand } from './backup.ts';
import { UsageError, type Command } from './command.ts';
import { exportCommand } from './export.ts';
import { grantCommand, revokeCommand } from './grant.ts';
import { importCommand } from './import.ts';
import { restoreCommand } from './restore.ts';
import { trashCommand } from './trash.ts';

const COMMANDS: Record<string, Command> = {
  import: importCommand,
  export: exportCommand,
  backup: backupCommand,
  restore: restoreCommand,
  archive: archiveCommand,
  grant: grantCommand,
  revoke: revokeCommand,
  admins: adminsCommand,
  trash: trashCommand,
};

// What is written is for this user alone.
process.umask(process.umask() | 0o077);
const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await run(name, args);

async function run(name: string, args: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const isAsked = ['help', '--help', '-h'].includes(name);
    if (name && !isAsked) console.error(`There is no command '${name}'.`);
    console.error(usage());
    return isAsked ? 0 : 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    console.error(oneLine(error));
    if (!(error instanceof UsageError)) return 1;
    console.error(`Usage: npm run club -- ${command.usage}`);
    return 2;
  }
}

function usage(): string {
  const commands = Object.values(COMMANDS);
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `  npm run club -- ${command.usage.padEnd(width)}  ${command.does}`);
  return ['Usage:', ...lines].join('\n');
}

function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ') || 'Something went wrong, with no message.';
}
