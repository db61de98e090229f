import { readClub } from '../app/config/read-club.server.ts';
import { listLostFiles } from '../app/db/last-backup.ts';
import { listThings } from '../app/domain/dates/list-dates.ts';
import { namesOfResponsible, whatOwnersLack, type OwnedThing } from '../app/domain/dates/thing.ts';
import { statusReaderWithNetwork } from '../app/watch/read-site-status.ts';
import { UsageError, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { counted, printable } from './output.ts';

export const checkCommand: Command = {
  usage: 'check',
  does: 'says what runs out and what is wrong, as /admin/dates does; ends with 1 where something is wrong',
  async run([more]) {
    if (more !== undefined) throw new UsageError(`'${more}' is one argument too many.`);
    const club = await openClub();
    try {
      const { settings, db } = club;
      const { timeZone, locale } = (await readClub(settings.configFile)).club;
      const things = await listThings(db, await statusReaderWithNetwork({ settings, clock: { timeZone, locale } })());
      for (const thing of things) console.log(printable(lineOf(thing)));
      for (const lost of await listLostFiles(db)) console.log(printable(`Lost before the newest backup: ${lost}`));
      const wrong = things.filter(({ isWrong }) => isWrong).length;
      console.log(`${counted(things.length, 'thing')}, ${wrong === 0 ? 'none' : wrong} wrong`);
      return wrong > 0 ? 1 : 0;
    } finally {
      await club.close();
    }
  },
};

function lineOf(thing: OwnedThing): string {
  const { isWrong, title, says, setting, todo } = thing;
  const lack = whatOwnersLack(thing);
  const begin = `${isWrong ? 'WRONG' : 'ok   '}  ${title}: ${says} [${setting}]`;
  return `${begin} ${namesOfResponsible(thing)}: ${todo}${lack && ` (${lack})`}`;
}
