import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readClub } from '../app/config/read-club.server.ts';
import { Rejected } from '../app/domain/errors.ts';
import { MOST_FILE_BYTES, type EventFile } from '../app/domain/event-import/event-file.ts';
import { importEventFile, planEvents } from '../app/domain/event-import/import-events.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import type { DateOrder } from '../app/domain/table-files/days.ts';
import type { NotRead } from '../app/domain/table-files/read-table.ts';
import type { EventFormat } from '../app/event-files/formats.ts';
import { Unreadable, unreadable } from '../app/transfer/read-json.ts';
import { readEventFile } from '../app/event-files/read-event-file.ts';
import { openClub } from './open-club.ts';

export interface EventOptions {
  format: EventFormat;
  order: DateOrder | undefined;
  /** Says what it would do, and does nothing. */
  isDry: boolean;
  isPublished: boolean;
}

/** @returns 1 where something of the file was left out. */
export async function importEvents(file: string, options: EventOptions): Promise<number> {
  const { isDry, isPublished } = options;
  const club = await openClub('begins');
  try {
    const config = await readClub(club.settings.configFile);
    const { timeZone } = config.club;
    const found = await readNamed(file, timeZone, options);
    const done = isDry
      ? await planEvents(club.db, found)
      : await importEventFile(club.db, 'the operator', mailingClub(config, club.settings.publicUrl), found, {
          leftOut: [],
          isPublished,
        });
    const notRead = [...found.notRead, ...done.refused].toSorted((one, other) => one.line - other.line);
    const named = [...notRead, ...done.withoutLink].toSorted((one, other) => one.line - other.line);
    for (const one of named) console.error(toLine(one));
    const counts = { New: done.added, Changed: done.changed, Unchanged: done.unchanged, 'Not read': notRead.length };
    const said = Object.entries(counts).map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`);
    console.log(`${said.join(', ')}${isDry ? '. Nothing was changed.' : ''}`);
    return named.length > 0 ? 1 : 0;
  } finally {
    await club.close();
  }
}

/** @throws Unreadable, Rejected */
async function readText(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size <= MOST_FILE_BYTES) return new TextDecoder().decode(await readFile(file));
  } catch (error) {
    throw unreadable(error);
  }
  throw new Rejected('it is larger than 5 MB. Please import it in parts.');
}

async function readNamed(file: string, timeZone: string, { format, order }: EventOptions): Promise<EventFile> {
  try {
    const text = await readText(file);
    const found = await readEventFile({ text, format, timeZone, answers: { order } });
    if (found.asksColumns) throw new Rejected('no column is headed title or start.');
    if (found.asksOrder && order === undefined)
      throw new Rejected('dates such as 08/09/2026 may be either. Say --day-first or --month-first.');
    return found;
  } catch (error) {
    if (!(error instanceof Rejected || error instanceof Unreadable)) throw error;
    const reason = error.message.replace(/\.$/, '');
    throw new Error(`${basename(file)} cannot be imported, and nothing was changed: ${reason}.`, {
      cause: error,
    });
  }
}

/** What stands in a file must not be able to rule a terminal. */
function toLine({ line, reason }: NotRead): string {
  return `Line ${line}: ${reason.replaceAll(/\p{Cc}/gu, ' ')}`;
}
