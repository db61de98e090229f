import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSecret, SECRET_FILE } from '../app/auth/secret-file.server.ts';
import { checkBackup } from '../app/backup/check-backup.ts';
import { restoreBackup } from '../app/backup/restore-backup.ts';
import type { BackupProgress } from '../app/backup/take-backup.ts';
import type { Settings } from '../app/config/settings.server.ts';
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
        await restoreSecret(folder, club.settings);
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

/** With it, who was signed in stays so. */
async function restoreSecret(folder: string, settings: Settings): Promise<void> {
  const secret = await readSecret({ sessionSecret: undefined, dataDir: folder });
  if (secret === undefined || secret === (await readSecret(settings))) return;
  if (settings.sessionSecret === undefined) {
    await writeFile(join(settings.dataDir, SECRET_FILE), `${secret}\n`, { mode: 0o600, flush: true });
    return;
  }
  console.error('SESSION_SECRET is not the backup’s, so everyone has to sign in again.');
}
