import { readSettings, type Settings } from '../app/config/settings.server.ts';
import { StartError } from '../app/config/start-error.ts';
import { type Database } from '../app/db/db.server.ts';
import { newerData, olderData, readDataVersion, type DataVersion } from '../app/db/data-version.ts';
import { migrate } from '../app/db/migrate.ts';
import { hasDatabase, openAsItIs, placeName, type Place } from '../app/db/open-database.server.ts';
import { notifySite } from '../app/live/changes-socket.ts';

/** What a command works on: the settings and the database of the site, which may be serving meanwhile. */
export interface Club {
  settings: Settings;
  db: Database;
  /** Beside this version. */
  data: DataVersion['age'];
  close: () => Promise<void>;
}

/** Which data a command works on: that of its own version; with 'begins' also none yet, which it makes; or of any. */
type Wanted = 'own' | 'begins' | 'any';

/**
 * Opens the club's database. The running site is notified of what is changed in it before the write returns. Only a command
 * that begins makes one where there is none: a backup of the wrong folder would look whole, and hold nothing.
 * @throws StartError when a setting is wrong, there is no database, it cannot be opened, or another version has written it.
 */
export async function openClub(wanted: Wanted = 'own'): Promise<Club> {
  const settings = readSettings();
  const place = { url: settings.databaseUrl, dataDir: settings.dataDir };
  if (wanted !== 'begins' && !place.url && !hasDatabase(place.dataDir)) throw noClub(place);
  const db = await openAsItIs(place);
  const data = await accept(db, place, wanted).catch(async (error: unknown) => {
    await db.close();
    throw error;
  });
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
    data,
    async close() {
      await db.close();
      if (isUntold) console.error('The running site did not answer: restart it, so that it shows what was changed.');
    },
  };
}

async function accept(db: Database, place: Place, wanted: Wanted): Promise<DataVersion['age']> {
  const data = await db.snapshot((at) => readDataVersion(at, db.dialect));
  if (data.age === 'none' && wanted !== 'begins') throw noClub(place);
  if (data.age === 'none') await migrate(db);
  else if (wanted !== 'any' && data.age === 'older') throw olderData(data);
  else if (wanted !== 'any' && data.age === 'newer') throw newerData(data);
  return data.age;
}

function noClub(place: Place): StartError {
  const question = place.url ? 'does DATABASE_URL name the site’s database?' : 'does DATA_DIR name the site’s folder?';
  return new StartError(`There is no club ${placeName(place)}: ${question}`);
}
