import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkBackup } from '../app/backup/check-backup.ts';
import { compareRestored } from '../app/backup/compare-restored.ts';
import { BackupError, readDigest, type Manifest } from '../app/backup/manifest.ts';
import { restoreBackup } from '../app/backup/restore-backup.ts';
import type { BackupProgress } from '../app/backup/take-backup.ts';
import { readSettings, type Settings } from '../app/config/settings.server.ts';
import { openDatabase } from '../app/db/open-database.server.ts';
import { makeDrillCode } from '../app/domain/drills/drill-code.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';
import { readArguments, typedPath, type Command } from './command.ts';
import { counted, ProgressLine, sized } from './output.ts';
import { untilStopped } from './until-stopped.ts';

/** The pages are made by the program that serves them. */
const PROGRAM = join(import.meta.dirname, '../build/server/index.js');
const MINUTE_MS = 60_000;

export const drillCommand: Command = {
  usage: 'drill BACKUP',
  does: 'practises: restores a backup into a folder of its own, opens every page, and leaves nothing but a code',
  async run(args) {
    const { value } = readArguments(args, 'BACKUP', {});
    const folder = typedPath(value);
    const startedAt = performance.now();
    const { openPages } = await importProgram();
    const line = new ProgressLine();
    const show = (doing: string) => (done: BackupProgress) =>
      line.show(() => `${doing}: ${counted(done.files, 'file')}, ${counted(done.rows, 'row')}, ${sized(done.bytes)}`);
    try {
      const manifest = await checkBackup(folder, show('Checking the backup'));
      const digest = await readDigest(folder);
      const { records, files, pages } = await inOwnFolder(manifest, async (own) => {
        const settings = await settingsFor(folder, own);
        const compared = await restoreInto(settings, { folder, manifest }, show('Restoring'));
        const opened = await openPages(settings, (done, all) => line.show(() => `Opening pages: ${done} of ${all}`));
        const [first] = opened.broken;
        if (first !== undefined) throw new Error(`Not every page opens: ${first}.`);
        return { ...compared, pages: opened.pages };
      });
      line.clear();
      for (const one of manifest.lost ?? []) console.error(`Lost before this backup: ${one}`);
      const milliseconds = performance.now() - startedAt;
      const when = manifest.takenAt.slice(0, 16).replace('T', ' ');
      console.log(`The backup of ${when} UTC became a site in ${counted(Math.ceil(milliseconds / 1000), 'second')}.`);
      console.log(
        `${counted(pages, 'page')} opened, ${counted(records, 'record')} and ${counted(files, 'file')} compared.`,
      );
      console.log(`Code: ${makeDrillCode(digest, Math.ceil(milliseconds / MINUTE_MS))}`);
      return 0;
    } finally {
      line.clear();
    }
  },
};

async function importProgram(): Promise<typeof import('../app/main.ts')> {
  if (!existsSync(PROGRAM)) throw new Error('The site has to be built first: npm run build');
  return import(pathToFileURL(PROGRAM).href);
}

/** Nothing is left of it, also where the command is stopped. */
async function inOwnFolder<T>(manifest: Manifest, work: (own: string) => Promise<T>): Promise<T> {
  await requireRoom(manifest);
  return untilStopped('The drill was stopped, and nothing is left of it.', async (signal) => {
    const own = await mkdtemp(join(tmpdir(), 'clubroom-drill-'));
    try {
      signal.throwIfAborted();
      return await Promise.race([work(own), once(signal, 'abort').then(() => Promise.reject(signal.reason))]);
    } finally {
      await rm(own, { recursive: true, force: true, maxRetries: 3 });
    }
  });
}

/** Its indices and its log make a database larger than the rows in it. */
const LARGER = 3;

async function requireRoom({ tables, files }: Manifest): Promise<void> {
  const wanted = LARGER * Object.values(tables).reduce((sum, { bytes }) => sum + bytes, 0) + files.bytes;
  const { bavail, bsize } = await statfs(tmpdir()).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      `The folder for temporary files, ${tmpdir()}, cannot be used: ${error.code}. Set TMPDIR to another`,
    );
  });
  if (bavail * bsize > wanted) return;
  throw new BackupError(
    `There is no room to practise: it takes about ${sized(wanted)}, and ${sized(bavail * bsize)} are free in ${tmpdir()}. Make room, or set TMPDIR to a folder on a larger disk`,
  );
}

/** As nothing else on this machine says: neither its environment nor `.env` counts. */
async function settingsFor(folder: string, own: string): Promise<Settings> {
  const dataDir = join(own, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  return readSettings({ CLUB_CONFIG: await configurationOf(folder), CLUB_EMPTY: '1', DATA_DIR: dataDir }, own);
}

/** Backups from before version 1.0.0 hold none: then this folder's stands in. */
async function configurationOf(folder: string): Promise<string> {
  const names = await readdir(folder);
  const isConfiguration = (name: string) => ['.ts', '.js', '.mjs'].includes(extname(name));
  const found = names.find(isConfiguration) ?? names.find((name) => name.endsWith('.json') && name !== 'manifest.json');
  if (found !== undefined) return join(folder, found);
  console.error('This backup holds no configuration: this folder’s club.config.ts stands in for it.');
  return resolve('club.config.ts');
}

async function restoreInto(
  settings: Settings,
  backup: { folder: string; manifest: Manifest },
  onProgress: (done: BackupProgress) => void,
) {
  const db = await openDatabase({ dataDir: settings.dataDir });
  try {
    const { put, exists } = await openStorage(settings);
    await restoreBackup(db, { put }, backup, { onProgress });
    return await compareRestored({ db, exists }, backup);
  } finally {
    await db.close();
  }
}
