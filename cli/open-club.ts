import { readSettings, type Settings } from '../app/config/settings.server.ts';
import { StartError } from '../app/config/start-error.ts';
import { type Database } from '../app/db/db.server.ts';
import { hasDatabase, openDatabase } from '../app/db/open-database.server.ts';
import { notifySite } from '../app/live/command-socket.ts';

/** What a command works on: the settings and the database of the site, which may be serving meanwhile. */
export interface Club {
  settings: Settings;
  db: Database;
  close: () => Promise<void>;
}

/**
 * Opens the club's database. The running site is notified of what is changed in it before the write returns. Only a command
 * that `begins` makes one where there is none: a backup of the wrong folder would look whole, and hold nothing.
 * @throws StartError when a setting is wrong, there is no database, or it cannot be opened.
 */
export async function openClub({ begins = false } = {}): Promise<Club> {
  const settings = readSettings();
  if (!begins && !settings.databaseUrl && !hasDatabase(settings.dataDir)) {
    throw new StartError(`There is no club in ${settings.dataDir}: does DATA_DIR name the site’s folder?`);
  }
  const db = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir });
  let isUntold = false;
  // Postgres notifies every copy of the site by itself.
  if (db.dialect === 'sqlite') {
    db.onCommit(async (changes) => {
      // A site that does not answer is asked once, not for every write of a long import.
      if (!isUntold) isUntold = !(await notifySite(settings.dataDir, changes));
    });
  }
  return {
    settings,
    db,
    async close() {
      await db.close();
      if (isUntold) console.error('The running site did not answer: restart it, so that it shows what was changed.');
    },
  };
}
