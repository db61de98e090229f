import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readSecret, SECRET_FILE } from '../app/auth/secret-file.server.ts';
import { pruneBackups } from '../app/backup/prune-backups.ts';
import { takeBackup } from '../app/backup/take-backup.ts';
import { readClub } from '../app/config/read-club.server.ts';
import { listSetNames, type Settings } from '../app/config/settings.server.ts';
import { noteBackup, noteBackupBeside } from '../app/db/last-backup.ts';
import { readGuideFile } from '../app/guide/read-guide.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { readArguments, typedPath, UsageError, type Command } from './command.ts';
import { openClub, type Club } from './open-club.ts';
import { ProgressLine, counted, sized } from './output.ts';
import { untilStopped } from './until-stopped.ts';

export const backupCommand: Command = {
  usage: 'backup DIR [--keep N] [--without-secrets]',
  does: 'copies database and files into the new folder DIR, while the site is running; --keep leaves the newest N beside it',
  async run(args) {
    const { value, options } = readArguments(args, 'DIR', {
      keep: { type: 'string' },
      'without-secrets': { type: 'boolean' },
    });
    const folder = typedPath(value);
    const keep = options.keep === undefined ? undefined : wholeNumber(options.keep);
    try {
      const club = await openClub('any');
      try {
        await backUp(club, folder, options['without-secrets'] ?? false);
      } finally {
        await club.close();
      }
    } finally {
      // Also where this one failed: a full disk would stay full.
      if (keep !== undefined) await pruneBackups(dirname(folder), keep, basename(folder));
    }
    return 0;
  },
};

function wholeNumber(typed: string): number {
  if (!/^[1-9]\d{0,4}$/.test(typed)) throw new UsageError('--keep needs a whole number, 1 or more.');
  return Number(typed);
}

async function backUp({ db, settings, data }: Club, folder: string, withoutSecrets: boolean): Promise<void> {
  const line = new ProgressLine();
  const now = new Date();
  const [storage, beside] = await Promise.all([openStorage(settings), besideData(settings, withoutSecrets)]);
  try {
    const taken = await untilStopped('The backup was stopped, and nothing is left of it.', (signal) =>
      takeBackup(db, storage, folder, {
        now,
        signal,
        beside,
        onProgress: ({ rows, files, bytes }) =>
          line.show(() => `Backing up: ${counted(rows, 'row')}, ${counted(files, 'file')}, ${sized(bytes)}`),
      }),
    );
    line.clear();
    for (const one of taken.lost) console.error(`Lost before this backup: ${one}`);
    const { rows, files, bytes } = taken;
    console.log(`Backed up ${counted(rows, 'row')} and ${counted(files, 'file')} (${sized(bytes)}) to ${folder}`);
    const { digest, lost } = taken;
    if (data === 'same') await db.write((tx) => noteBackup(tx, { takenAt: now.getTime(), digest, lost }));
    else await noteBackupBeside(settings.dataDir, now.getTime());
  } finally {
    line.clear();
  }
}

/** A configuration that cannot be read says so when the site starts. */
async function readGuideOf(configFile: string): Promise<Uint8Array | undefined> {
  const club = await readClub(configFile).catch(() => undefined);
  return club && readGuideFile(club.guide.source);
}

async function besideData(settings: Settings, withoutSecrets: boolean): Promise<Map<string, string | Uint8Array>> {
  const { configFile } = settings;
  const beside = new Map<string, string | Uint8Array>();
  const config = await readFile(configFile).catch(() => undefined);
  if (config) beside.set(basename(configFile), config);
  else console.error(`The configuration ${configFile} cannot be read: it is not in this backup.`);
  const guide = await readGuideOf(configFile);
  if (guide) beside.set('guide.md', guide);
  beside.set(
    'settings.txt',
    listSetNames()
      .map((name) => `${name}\n`)
      .join(''),
  );
  const secret = withoutSecrets ? undefined : await readSecret(settings);
  if (secret !== undefined) beside.set(SECRET_FILE, `${secret}\n`);
  return beside;
}
