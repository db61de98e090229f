import { readClub } from '../app/config/read-club.server.ts';
import { restoreFromTrash } from '../app/domain/bring-back.ts';
import { TRASH_DAYS } from '../app/domain/trash-days.ts';
import { listTrash, type Trashed } from '../app/domain/trash.ts';
import { mailingClub } from '../app/mail/mailing-club.ts';
import { UsageError, type Command } from './command.ts';
import { openClub, type Club } from './open-club.ts';
import { printable } from './output.ts';

export const trashCommand: Command = {
  usage: 'trash [restore KEY]',
  does: `lists what was removed in the last ${TRASH_DAYS} days, or brings it back`,
  async run(args) {
    const key = keyToRestore(args);
    const club = await openClub();
    try {
      return await (key === undefined ? list(club) : restore(club, key));
    } finally {
      await club.close();
    }
  },
};

/** A key may begin with a dash, which an option would too: everything is taken as it stands. */
function keyToRestore([verb, key, ...more]: string[]): string | undefined {
  if (verb === undefined) return undefined;
  if (verb !== 'restore')
    throw new UsageError(`'${verb}' is not a command of the trash: use restore KEY, or nothing to list it.`);
  if (!key) throw new UsageError('KEY is missing.');
  if (more.length > 0) throw new UsageError(`'${more[0]}' is one argument too many.`);
  return key;
}

async function list({ db }: Club): Promise<number> {
  const trash = await listTrash(db);
  if (trash.length === 0) console.log('The trash is empty.');
  for (const line of trash.map(lineOf)) console.log(line);
  return 0;
}

function lineOf({ key, removedAt, topic, title, removedBy }: Trashed): string {
  const when = new Date(removedAt).toISOString().slice(0, 16).replace('T', ' ');
  return `${key}  ${when} UTC  ${topic.padEnd(5)}  ${printable(title)}  (removed by ${printable(removedBy)})`;
}

async function restore({ db, settings }: Club, key: string): Promise<number> {
  const mailing = mailingClub(await readClub(settings.configFile), settings.publicUrl);
  const { topic, title, note } = await restoreFromTrash(db, key, mailing);
  console.log(`Restored the ${topic} ‘${printable(title)}’.`);
  if (note) console.log(note);
  return 0;
}
