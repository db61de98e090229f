import { StorageFull } from '../app/storage/storage.server.ts';
import { UsageError, type Command } from './command.ts';

/** Each loads what it alone needs: reading it all takes longer than most of them. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./import.ts')).importCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  check: async () => (await import('./check.ts')).checkCommand,
  drill: async () => (await import('./drill.ts')).drillCommand,
  archive: async () => (await import('./archive.ts')).archiveCommand,
  grant: async () => (await import('./grant.ts')).grantCommand,
  revoke: async () => (await import('./grant.ts')).revokeCommand,
  admins: async () => (await import('./admins.ts')).adminsCommand,
  update: async () => (await import('./update.ts')).updateCommand,
  version: async () => (await import('./version.ts')).versionCommand,
  trash: async () => (await import('./trash.ts')).trashCommand,
};

const FULL = 'The disk is full: there is no room for what this command writes. Make room, and run it again.';

/** Runs one, says on the console what went wrong, and returns how the process should end. */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  if (!command) {
    const isAsked = ['help', '--help', '-h'].includes(name);
    if (name && !isAsked) console.error(`There is no command '${name}'.`);
    console.error(await usage());
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

async function usage(): Promise<string> {
  const commands = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.map((command) => `  npm run club -- ${command.usage.padEnd(width)}  ${command.does}`);
  return ['Usage:', ...lines].join('\n');
}

function oneLine(error: unknown): string {
  if (error instanceof Error && isFull(error)) return FULL;
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ') || 'Something went wrong, with no message.';
}

/** As the system says it, and as SQLite and the storage do. */
function isFull(error: Error): boolean {
  if (error instanceof StorageFull) return true;
  if ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) return true;
  return 'errcode' in error && error.errcode === 13;
}
