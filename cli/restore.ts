import { checkBackup } from '../app/backup/check-backup.ts';
import { restoreBackup } from '../app/backup/restore-backup.ts';
import type { BackupProgress } from '../app/backup/take-backup.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { readArguments, typedPath, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { ProgressLine, counted, sized } from './output.ts';

export const restoreCommand: Command = {
  usage: 'restore DIR [--replace]',
  does: 'puts a backup into an empty database; --replace overwrites what is there',
  async run(args) {
    const { value, options } = readArguments(args, 'DIR', { replace: { type: 'boolean' } });
    const folder = typedPath(value);
    const line = new ProgressLine();
    const show = (doing: string) => (done: BackupProgress) =>
      line.show(() => `${doing}: ${counted(done.files, 'file')}, ${counted(done.rows, 'row')}, ${sized(done.bytes)}`);
    try {
      const manifest = await checkBackup(folder, show('Checking the backup'));
      const club = await openClub('begins');
      try {
        const storage = await openStorage(club.settings);
        const { replace = false } = options;
        await restoreBackup(club.db, storage, { folder, manifest }, { replace, onProgress: show('Restoring') });
      } finally {
        await club.close();
      }
      line.clear();
      const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
      const what = `${counted(rows, 'row')} and ${counted(manifest.files.count, 'file')}`;
      console.log(`Restored ${what} from the backup of ${manifest.takenAt.slice(0, 16).replace('T', ' ')} UTC`);
      return 0;
    } finally {
      line.clear();
    }
  },
};
