import { takeBackup } from '../app/backup/take-backup.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { readArguments, typedPath, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { ProgressLine, counted, sized } from './output.ts';

export const backupCommand: Command = {
  usage: 'backup DIR',
  does: 'copies database and files into the new folder DIR, while the site is running',
  async run(args) {
    const folder = typedPath(readArguments(args, 'DIR', {}).value);
    const club = await openClub('any');
    const line = new ProgressLine();
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => stop.abort(new Error('The backup was stopped, and nothing is left of it.')));
    }
    try {
      const taken = await takeBackup(club.db, await openStorage(club.settings), folder, {
        signal: stop.signal,
        onProgress: ({ rows, files, bytes }) =>
          line.show(() => `Backing up: ${counted(rows, 'row')}, ${counted(files, 'file')}, ${sized(bytes)}`),
      });
      line.clear();
      for (const one of taken.lost) console.error(`Lost before this backup: ${one}`);
      const { rows, files, bytes } = taken;
      console.log(`Backed up ${counted(rows, 'row')} and ${counted(files, 'file')} (${sized(bytes)}) to ${folder}`);
      return taken.lost.length > 0 ? 1 : 0;
    } finally {
      line.clear();
      await club.close();
    }
  },
};
