import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readClub } from '../app/config/read-club.server.ts';
import type { Database, Writer } from '../app/db/db.server.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { attachFrom } from '../app/transfer/attach-folder.ts';
import type { Attach } from '../app/transfer/files.ts';
import { importRecords, type ImportProgress, type ImportSummary } from '../app/transfer/import.ts';
import { Unreadable } from '../app/transfer/read-json.ts';
import { describeFile } from '../app/storage/describe.server.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { EVENT_FORMATS } from '../app/event-files/formats.ts';
import { importEvents, type EventOptions } from './import-events.ts';
import { readArguments, typedPath, UsageError, type Command } from './command.ts';
import { openClub, type Club } from './open-club.ts';
import { ProgressLine } from './output.ts';

export const importCommand: Command = {
  usage: 'import FILE [--replace] [--files DIR]',
  does: 'imports a realtime-database JSON export; --replace empties first. --format ics|csv: events, as drafts unless --publish. --dry-run',
  async run(args) {
    const { value, options } = readArguments(args, 'FILE', {
      replace: { type: 'boolean' },
      files: { type: 'string' },
      format: { type: 'string' },
      'dry-run': { type: 'boolean' },
      publish: { type: 'boolean' },
      'day-first': { type: 'boolean' },
      'month-first': { type: 'boolean' },
    });
    const file = typedPath(value);
    if (options.publish && (options.format ?? 'json') === 'json')
      throw new UsageError('--publish is for --format ics or csv.');
    if ((options['day-first'] || options['month-first']) && options.format !== 'csv')
      throw new UsageError('--day-first and --month-first are for --format csv.');
    if (options.format !== undefined && options.format !== 'json') return importEvents(file, readEventOptions(options));
    const folder = options.files === undefined ? undefined : await existingFolder(options.files);
    const club = await openClub('begins');
    try {
      const isDry = options['dry-run'] ?? false;
      const files = folder === undefined || isDry ? undefined : await filesIn(folder, club);
      const taken = { replace: options.replace ?? false, attach: files?.attach };
      const summary = isDry
        ? await withoutKeeping(club.db, (db) => importFile({ ...club, db }, file, taken))
        : await importFile(club, file, taken);
      console.log(described(summary));
      if (isDry) console.log('Nothing was changed.');
      const isRefused = Object.values(summary).some(({ refused }) => refused > 0);
      return files?.report() === 'none found' || isRefused ? 1 : 0;
    } finally {
      await club.close();
    }
  },
};

/** What a calendar or a spreadsheet is not, as typed. @throws UsageError */
function readEventOptions(options: {
  format?: string | undefined;
  replace?: boolean | undefined;
  files?: string | undefined;
  'dry-run'?: boolean | undefined;
  publish?: boolean | undefined;
  'day-first'?: boolean | undefined;
  'month-first'?: boolean | undefined;
}): EventOptions {
  const format = EVENT_FORMATS.find((one) => one === options.format);
  if (!format) throw new UsageError(`'${options.format}' is not a format: use ics or csv.`);
  if (options.replace || options.files !== undefined)
    throw new UsageError('--replace and --files are for a realtime-database JSON export.');
  if (options['day-first'] && options['month-first'])
    throw new UsageError('Use --day-first or --month-first, not both.');
  const order = options['day-first'] ? 'day first' : options['month-first'] ? 'month first' : undefined;
  return { format, order, isDry: options['dry-run'] ?? false, isPublished: options.publish ?? false };
}

async function existingFolder(typed: string): Promise<string> {
  const folder = typedPath(typed);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`There is no folder ${folder}.`);
  return folder;
}

class Undone extends Error {}

/** All that `work` writes is one transaction, which is taken back. */
async function withoutKeeping<Result>(db: Database, work: (dry: Database) => Promise<Result>): Promise<Result> {
  const done: Result[] = [];
  const writing = db.write(async (tx) => {
    const write = (inner: (same: Writer) => Promise<unknown>) => inner(tx);
    done.push(await work(Object.create(db, { query: { value: tx.query }, write: { value: write } })));
    throw new Undone();
  });
  await writing.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  const [result] = done;
  if (result === undefined) throw new Error('Nothing was tried');
  return result;
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
