import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readClub } from '../app/config/read-club.server.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { attachFrom } from '../app/transfer/attach-folder.ts';
import type { Attach } from '../app/transfer/files.ts';
import { importRecords, type ImportProgress, type ImportSummary } from '../app/transfer/import.ts';
import { Unreadable } from '../app/transfer/read-json.ts';
import { describeFile } from '../app/storage/describe.server.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { readArguments, typedPath, UsageError, type Command } from './command.ts';
import { openClub, type Club } from './open-club.ts';
import { ProgressLine } from './output.ts';

export const importCommand: Command = {
  usage: 'import FILE [--replace] [--files DIR]',
  does: 'imports a realtime-database JSON export; --replace empties first',
  async run(args) {
    const { value, options } = readArguments(args, 'FILE', {
      replace: { type: 'boolean' },
      files: { type: 'string' },
    });
    const file = typedPath(value);
    const folder = options.files === undefined ? undefined : await existingFolder(options.files);
    const club = await openClub('begins');
    try {
      const files = folder === undefined ? undefined : await filesIn(folder, club);
      const summary = await importFile(club, file, { replace: options.replace ?? false, attach: files?.attach });
      console.log(described(summary));
      const isRefused = Object.values(summary).some(({ refused }) => refused > 0);
      return files?.report() === 'none found' || isRefused ? 1 : 0;
    } finally {
      await club.close();
    }
  },
};

async function existingFolder(typed: string): Promise<string> {
  const folder = typedPath(typed);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`There is no folder ${folder}.`);
  return folder;
}

async function importFile(
  { db, settings }: Club,
  file: string,
  { replace, attach }: { replace: boolean; attach: Attach | undefined },
): Promise<ImportSummary> {
  const line = new ProgressLine();
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  try {
    return await importRecords(db, () => createReadStream(file), {
      replace,
      club: async () => mailingClub(await readClub(settings.configFile), settings.publicUrl),
      ...(attach && { attach }),
      onProgress: (progress) => line.show(() => toText(progress, size)),
      onRefused(path, reason) {
        line.clear();
        console.error(`${printable(path)}: ${reason}`);
      },
      onMistyped(name, nearest) {
        line.clear();
        console.error(`'${printable(name)}' is kept as it is: \`${nearest}\`?`);
      },
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Error(`${basename(file)} cannot be imported, and nothing was changed: ${error.message}.`, {
      cause: error,
    });
  } finally {
    line.clear();
  }
}

async function filesIn(folder: string, { db, settings }: Club) {
  const { exists, put } = await openStorage(settings);
  const attachOne = attachFrom(db, folder, { exists, put, describe: describeFile });
  const found = new Map<string, boolean>();
  let example = '';
  const attach: Attach = async (file) => {
    const name = `${file.path}/${file.name}`;
    found.set(name, false);
    example ||= file.path;
    const attached = await attachOne(file);
    found.set(name, attached !== undefined);
    return attached;
  };
  function report(): 'none found' | 'some found' {
    const count = [...found.values()].filter(Boolean).length;
    const said = `${count.toLocaleString('en-US')} of ${found.size.toLocaleString('en-US')} files were found in ${folder}`;
    if (found.size > 0 && count === 0) {
      console.error(`${said}: is it the folder that holds ${printable(example)}?`);
      return 'none found';
    }
    if (found.size > 0) console.log(said);
    return 'some found';
  }
  return { attach, report };
}

function toText({ phase, bytes, records }: ImportProgress, size: number): string {
  const percent = size > 0 ? Math.min(100, Math.floor((bytes / size) * 100)) : 0;
  if (phase === 'checking') return `Checking the file: ${percent} %`;
  return `Importing: ${percent} %, ${records.toLocaleString('en-US')} records`;
}

function described(summary: ImportSummary): string {
  const lines = Object.entries(summary).flatMap(([name, counts]) => {
    const said = Object.entries(counts).filter(([, count]) => count > 0);
    const words = said.map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`);
    return words.length > 0 ? [`${name.padEnd(6)}  ${words.join(', ')}`] : [];
  });
  return lines.length > 0 ? lines.join('\n') : 'The file holds no records.';
}

/** A key from a file must not be able to rule a terminal. */
function printable(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}
