import { createServer, type Server } from 'node:http';
import { createReadStream } from 'node:fs';
import { codePath } from './code-folder.ts';
import { archiveSource } from './archive/archive-source.ts';
import { folderSink } from './archive/folder-sink.ts';
import { writeArchive, type Archived, type ArchiveOptions } from './archive/write-archive.ts';
import { keepBeforeUpdate } from './backup/before-update.ts';
import { goBack, type Back } from './backup/go-back.ts';
import { writeWholeFolder } from './backup/whole-folder.ts';
import { greeting, openAuth } from './auth/auth.server.ts';
import type { ClubConfig } from './config/club.ts';
import { createCallback, pageAnswerer, type Callback } from './http/callback.ts';
import { fixedHeaders } from './http/headers/security-headers.ts';
import { sendFault } from './http/listen/entrance.ts';
import { createCurrentClub, type CurrentClub } from './current-club.ts';
import { createVisitCounter, type VisitCounter } from './domain/links/visits.ts';
import { NOTICE_KEY } from './domain/notice/notice.ts';
import type { Change } from './domain/topics.ts';
import { readClub } from './config/read-club.server.ts';
import { type Settings } from './config/settings.server.ts';
import { openAsItIs, openDatabase } from './db/open-database.server.ts';
import { lockFolder } from './db/folder-lock.ts';
import { attachFrom } from './transfer/attach-folder.ts';
import { loadSample } from './transfer/sample.ts';
import type { Site } from './site.ts';
import type { RequestLog } from './telemetry/trace-requests.ts';
import { createBus } from './live/bus.ts';
import { listenForChanges } from './live/changes-socket.ts';
import { listenToPostgres, type PostgresListener } from './live/listen-postgres.ts';
import { committeeFinder } from './live/find-committees.ts';
import { doorFinder } from './live/find-door.ts';
import { createTurns } from './limits/turns.ts';
import { Streams } from './live/streams.ts';
import { createApp } from './http/server.ts';
import { describeFile } from './storage/describe.server.ts';
import { linkedFiles, openStorage } from './storage/open-storage.server.ts';
import type { Storage } from './storage/storage.server.ts';
import { listPublicAddresses, requestEach, type CheckedPages } from './archive/check-pages.ts';
import { createVariants } from './storage/variants.server.ts';
import { startJobs } from './start-jobs.ts';
import { mailingClub } from './mail/mailing-club.ts';
import { listImages } from './domain/files/stored-file.ts';

export interface Clubroom extends Callback {
  site: Site;
  /** Printed for the person who started the site. */
  greeting: string;
  /** Streams never end by themselves, and a server with open ones could not stop. */
  endStreams: () => void;
  close: () => Promise<void>;
}

interface Wanted {
  log?: RequestLog | undefined;
  /** The data from before an update that was undone. */
  back?: Back | undefined;
}

/** @throws StartError if something cannot be opened, or another site serves the folder. */
export async function openClubroom(settings: Settings, { log, back }: Wanted = {}): Promise<Clubroom> {
  const club = await readClub(settings.configFile);
  const folder = lockFolder(settings.dataDir);
  try {
    return await openIn(settings, { club, log, back, release: folder.release });
  } catch (error) {
    folder.release();
    throw error;
  }
}

interface Given extends Wanted {
  club: ClubConfig;
  release: () => void;
}

async function openIn(settings: Settings, { club, log, back, release }: Given): Promise<Clubroom> {
  const site = await openSite(settings, club, back);
  const { db, auth, variants, bus, texts, visits } = site;
  const notify = async (changes: Change[]) => {
    await texts.follow(changes);
    bus.publish(changes);
  };
  db.onCommit(notify);
  const commands = await listenForChanges(settings.dataDir, notify);
  const copies = await listenToCopies(settings, notify, () => texts.refresh().then(bus.missed));
  // Only once notices are heard, so that none is missed.
  await texts.refresh();
  const isSampleLoaded = await prepareContent(site);
  const whoAsks = async (cookies: string | undefined) => (await auth.find(cookies))?.actor ?? null;
  const { trustedProxies } = settings;
  const streams = new Streams({
    bus,
    whoAsks,
    trustedProxies,
    findDoor: doorFinder(site),
    committeesOf: committeeFinder(db),
  });
  const turns = createTurns();
  const app = createApp(site, turns);
  const callback = createCallback({ site, app, turns, streams, log });
  const jobs = startJobs(site);
  return {
    site,
    ...callback,
    greeting: [...(isSampleLoaded ? ['The sample club is loaded.'] : []), greeting(auth, settings)].join('\n'),
    endStreams: () => streams.close(),
    async close() {
      streams.close();
      await copies?.close();
      await commands.close();
      await jobs.stop();
      await variants.close();
      texts.close();
      await visits.close();
      await db.close();
      release();
      log?.flush();
    },
  };
}

/** Uses the texts of the configuration file until the first `texts.refresh`. */
async function openSite(
  settings: Settings,
  file: ClubConfig,
  back?: Back,
): Promise<Site & { texts: CurrentClub; visits: VisitCounter }> {
  const storage = await openStorage(settings);
  const { databaseUrl: url, dataDir } = settings;
  const source = linkedFiles(storage, settings);
  if (back) await bringBack(settings, back, storage);
  const db = await openDatabase({ url, dataDir }, async (older, data) => {
    await keepBeforeUpdate(older, data, { dataDir, source });
  });
  const bus = createBus();
  const texts = createCurrentClub(db, file, {
    onReadAgain: bus.missed,
    onTurn: () =>
      bus.publish([
        { topic: 'notice', key: NOTICE_KEY },
        { topic: 'sponsor', key: '' },
      ]),
  });
  const auth = await openAuth(settings, db, () => texts.club().club);
  return {
    settings,
    get club() {
      return texts.club();
    },
    get mailing() {
      return mailingClub(texts.club(), settings.publicUrl);
    },
    texts,
    clock: { timeZone: file.club.timeZone, locale: file.club.locale },
    db,
    storage,
    variants: createVariants(storage, db),
    bus,
    auth,
    visits: createVisitCounter(db, file.club.timeZone),
    counters: { signUps: 0, submissions: 0 },
  };
}

async function bringBack(settings: Settings, back: Back, storage: Storage): Promise<void> {
  const { databaseUrl: url, dataDir } = settings;
  const db = await openAsItIs({ url, dataDir });
  try {
    await goBack(db, back, { dataDir, storage, source: linkedFiles(storage, settings) });
  } finally {
    await db.close();
  }
}

/** Works beside a running site too. @throws StartError if something cannot be opened; BackupError if the folder is taken. */
export async function archiveSite(settings: Settings, folder: string, options: ArchiveOptions): Promise<Archived> {
  const site = await openSite(settings, await readClub(settings.configFile));
  try {
    await site.texts.refresh();
    return await writeWholeFolder(folder, { what: 'archive', mark: 'index.html' }, (unfinished) =>
      writeArchive(archiveSource(site, createApp), folderSink(unfinished), options),
    );
  } finally {
    await site.variants.close();
    site.texts.close();
    await site.db.close();
  }
}

/**
 * Serves on a loopback port and opens every public page there, one after another, on data that nobody else uses. No mail is
 * sent, nothing is announced, and no job runs. @throws StartError if something cannot be opened.
 */
export async function openPages(
  settings: Settings,
  onPage?: (done: number, all: number) => void,
): Promise<CheckedPages> {
  const site = await openSite(settings, await readClub(settings.configFile));
  // Pages come as they are cached for visitors, with their styles in them.
  const { handle } = pageAnswerer(site, createApp(site));
  const fixed = fixedHeaders(settings);
  const server = createServer((request, response) => {
    const answer = async () => handle(request, response);
    answer().catch((error: unknown) => sendFault(response, error, fixed));
  });
  try {
    await site.texts.refresh();
    const port = await listenOnLoopback(server);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    return await requestEach(await listPublicAddresses(site), ask, onPage);
  } finally {
    server.close();
    server.closeAllConnections();
    await site.variants.close();
    site.texts.close();
    await site.db.close();
  }
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** Makes missing smaller copies of images in the background. Returns whether the sample was loaded. */
async function prepareContent(site: Site): Promise<boolean> {
  const { db, variants } = site;
  const isSampleLoaded = !site.settings.startsEmpty && (await loadSampleOf(site));
  variants.prepare(await listImages(db)).catch((error: unknown) => console.error('Images cannot be prepared:', error));
  return isSampleLoaded;
}

function loadSampleOf(site: Site): Promise<boolean> {
  const {
    db,
    storage: { exists, put },
    clock: { timeZone },
  } = site;
  const attach = attachFrom(db, codePath('sample/files'), { exists, put, describe: describeFile });
  const source = () => createReadStream(codePath('sample/club.json'));
  const club = () => Promise.resolve(site.mailing);
  return loadSample(db, { source, attach, timeZone, club });
}

function listenToCopies(
  { databaseUrl }: Settings,
  notify: (changes: Change[]) => Promise<void>,
  onMissed: () => Promise<void>,
): Promise<PostgresListener> | undefined {
  const report = (error: unknown) => console.error('Open pages cannot be told of a change in the database:', error);
  if (!databaseUrl) return undefined;
  return listenToPostgres(databaseUrl, {
    onChanges: (changes) => {
      notify(changes).catch(report);
    },
    onMissed: () => {
      onMissed().catch(report);
    },
  });
}
