import { createReadStream } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { greeting, openAuth } from './auth/auth.server.ts';
import type { ClubConfig } from './config/club.ts';
import { keepFilesPrivate } from './config/private-files.ts';
import { createCallback, type Callback } from './http/callback.ts';
import { readClub } from './config/read-club.server.ts';
import { isLoopback, isOpenToOthers, readSettings, type Settings } from './config/settings.server.ts';
import { StartError } from './config/start-error.ts';
import { openDatabase } from './db/open-database.server.ts';
import { lockFolder } from './db/folder-lock.ts';
import { attachFrom } from './transfer/attach-folder.ts';
import { loadSample } from './transfer/sample.ts';
import { countedAddress } from './http/listen/client-address.ts';
import type { Site } from './site.ts';
import { handleWhatNothingCaught } from './http/listen/last-handler.ts';
import { listen, listenOn } from './http/listen/listen.ts';
import { createRequestLog } from './telemetry/request-log.ts';
import type { RequestLog } from './telemetry/trace-requests.ts';
import { fixedHeaders } from './http/headers/security-headers.ts';
import { createBus, type Bus } from './live/bus.ts';
import { listenForChanges } from './live/command-socket.ts';
import { listenToPostgres, type PostgresListener } from './live/listen-postgres.ts';
import { createStreams } from './live/streams.ts';
import { startMail } from './mail/start-mail.ts';
import { createApp } from './http/server.ts';
import { describeFile } from './storage/describe.server.ts';
import { openStorage } from './storage/open-storage.server.ts';
import { createVariants } from './storage/variants.server.ts';
import { startSweeps } from './sweeps.ts';

/** The running product: one callback for every request, and an orderly end. */
export interface Clubroom extends Callback {
  site: Site;
  /** How whoever started the site signs in, in one line. */
  greeting: string;
  /** Ends what never ends by itself, the live streams, so that a server can stop. */
  endStreams: () => void;
  close: () => Promise<void>;
}

/**
 * Opens everything a site needs: settings → its data folder, for itself → database → storage → http callback. `log` is
 * told of every request.
 * @throws StartError when something cannot be opened, or another site serves the folder.
 */
export async function openClubroom(settings: Settings, log?: RequestLog): Promise<Clubroom> {
  const club = await readClub(settings.configFile);
  const folder = lockFolder(settings.dataDir);
  try {
    return await openIn(settings, { club, log, release: folder.release });
  } catch (error) {
    folder.release();
    throw error;
  }
}

interface Given {
  club: ClubConfig;
  log: RequestLog | undefined;
  release: () => void;
}

async function openIn(settings: Settings, { club, log, release }: Given): Promise<Clubroom> {
  const db = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir });
  const auth = await openAuth(settings, db, club);
  const storage = await openStorage(settings);
  const variants = createVariants(storage, db);
  const bus = createBus();
  db.onCommit(bus.publish);
  const commands = await listenForChanges(settings.dataDir, bus.publish);
  const copies = await listenToCopies(settings, bus);
  const clock = { timeZone: club.club.timeZone, locale: club.club.locale };
  const site: Site = { settings, club, clock, db, storage, variants, bus, auth };
  await prepareContent(site);
  const whoAsks = async (cookies: string | undefined) => (await auth.find(cookies))?.actor ?? null;
  const streams = createStreams({ bus, whoAsks, trustedProxies: settings.trustedProxies });
  const app = createApp(site);
  const callback = createCallback({ site, app, streams, log });
  const sweeps = startSweeps(site);
  const sender = startMail(site);
  return {
    site,
    ...callback,
    greeting: greeting(auth, settings),
    endStreams: streams.close,
    async close() {
      streams.close();
      await copies?.close();
      await commands.close();
      await Promise.all([sweeps.stop(), sender?.stop()]);
      await variants.close();
      await db.close();
      release();
      log?.flush();
    },
  };
}

/** An empty club gets the sample; images that came without their smaller copies get them in the background. */
async function prepareContent({ settings, db, storage, variants, clock }: Site): Promise<void> {
  if (!settings.startsEmpty) {
    const attach = attachFrom(db, 'sample/files', { exists: storage.exists, put: storage.put, describe: describeFile });
    const source = () => createReadStream('sample/club.json');
    if (await loadSample(db, { source, attach, timeZone: clock.timeZone })) console.log('The sample club is loaded.');
  }
  const images = await db.query.selectFrom('files').selectAll().where('width', 'is not', null).execute();
  variants.prepare(images).catch((error: unknown) => console.error('Images cannot be prepared:', error));
}

/** Copies of the site on one Postgres tell each other what was committed. */
function listenToCopies({ databaseUrl }: Settings, bus: Bus): Promise<PostgresListener> | undefined {
  if (!databaseUrl) return undefined;
  return listenToPostgres(databaseUrl, { onChanges: bus.publish, onMissed: bus.missed });
}

/** Opens the site that the environment describes. */
export function openFromSettings(log?: RequestLog): Promise<Clubroom> {
  return openClubroom(readSettings(), log);
}

/** A volunteer at a terminal reads what matters; what gathers a program's output gets a line per request. */
function logOf(output: NodeJS.WriteStream): RequestLog | undefined {
  if (output.isTTY) return undefined;
  const log = createRequestLog(output);
  process.on('exit', log.flush);
  // Whoever read it may have gone: the site goes on.
  output.on('error', () => {});
  return log;
}

const LACKS_HTTPS =
  'PUBLIC_URL is not https: beyond this machine browsers send no forms from such a site. docs/deploy.md says what to put in front.';

function lacksHttps({ publicUrl }: Settings): boolean {
  return !publicUrl.startsWith('https:') && !isLoopback(publicUrl);
}

const OPENS_LOCAL_PROVIDER =
  'HOST lets others than this machine in: they can try passwords of the local accounts, which are for trying out. Set up another identity provider (docs/deploy.md), or leave HOST out.';

/** Orchestrators kill after ten seconds. */
const STOP_WITHIN_MS = 9000;

/** Listens where the settings say. Gives back how to stop in order. */
async function listenAsSet({ site: { settings }, handle, handleMetrics }: Clubroom): Promise<() => Promise<void>> {
  const { port, host, sockets, metricsPort, trustedProxies } = settings;
  const addressOf = (socket: Socket) => countedAddress({ socket, headers: {} }, trustedProxies);
  const stop = sockets.length
    ? await listenOn(sockets, handle, { addressOf })
    : await listen(port, host, handle, { addressOf });
  if (metricsPort === undefined) return stop;
  const stopMetrics = await listen(metricsPort, undefined, handleMetrics, { setting: 'METRICS_PORT' });
  return async () => {
    await Promise.all([stop(), stopMetrics()]);
  };
}

async function endInOrder(clubroom: Clubroom, stop: () => Promise<void>, code: number): Promise<void> {
  process.exitCode = code;
  clubroom.startDraining();
  await after(clubroom.site.settings.drainMs);
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  const stopped = stop();
  // Now that no new connection is taken, nobody comes back to this process.
  clubroom.endStreams();
  await stopped;
  await clubroom.close();
}

/** Starts the site as a program: says where it is, and stops in order when asked to. */
export async function run(): Promise<void> {
  keepFilesPrivate();
  try {
    const clubroom = await openFromSettings(logOf(process.stdout));
    const { settings } = clubroom.site;
    const stop = await listenAsSet(clubroom);
    let ending: Promise<void> | undefined;
    const end = (code: number) => {
      ending ??= endInOrder(clubroom, stop, code).catch((error: unknown) => {
        console.error('The site cannot be stopped in order:', error);
        process.exit(1);
      });
    };
    handleWhatNothingCaught(fixedHeaders(settings.publicUrl), () => end(1));
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(0));
    if (lacksHttps(settings)) console.error(LACKS_HTTPS);
    if (clubroom.site.auth.local && isOpenToOthers(settings)) console.error(OPENS_LOCAL_PROVIDER);
    console.log(`Clubroom is at ${settings.publicUrl}`);
    console.log(clubroom.greeting);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
