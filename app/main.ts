import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { greeting, openAuth, type Auth } from './auth/auth.server.ts';
import { MOUNT } from './auth/local-provider/local-provider.server.ts';
import type { ClubConfig } from './config/club.ts';
import { readClub } from './config/read-club.server.ts';
import { readSettings, type Settings } from './config/settings.server.ts';
import { StartError } from './config/start-error.ts';
import { openDatabase } from './db/db.server.ts';
import { lockFolder } from './db/folder-lock.ts';
import { startOfTomorrow } from './domain/events/club-time.ts';
import { attachFrom } from './domain/transfer/attach-folder.ts';
import { loadSample } from './domain/transfer/sample.ts';
import type { Site } from './http/context.server.ts';
import { answerInstead, entrance } from './http/before-the-app.ts';
import { listen } from './http/listen.ts';
import { createPageCache, type PageCache } from './http/page-cache.ts';
import { asksForJson } from './http/json-where-asked.ts';
import type { TableRoute } from './http/route-table.ts';
import { wholeRenderer } from './http/render-whole.ts';
import { fixedHeaders } from './http/security-headers.ts';
import { writeStream } from './http/write-answer.ts';
import { createBus, type Bus } from './live/bus.ts';
import { listenForChanges } from './live/command-socket.ts';
import { listenToPostgres, type PostgresListener } from './live/listen-postgres.ts';
import { createStreams, type Streams } from './live/streams.ts';
import { startMail } from './mail/start-mail.ts';
import { createApp, routesOf } from './server.ts';
import { describeFile } from './storage/describe.server.ts';
import { openStorage } from './storage/storage.server.ts';
import { createVariants } from './storage/variants.server.ts';
import { startSweeps } from './sweeps.ts';

/** The running product: one callback for every request, and an orderly end. */
export interface Clubroom {
  site: Site;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Every address that `handle` answers, besides /live and the local identity provider. */
  routes: TableRoute[];
  /** What the page cache holds, and how many answers it had rendered. */
  cached: PageCache['size'];
  /** How whoever started the site signs in, in one line. */
  greeting: string;
  /** Ends what never ends by itself, the live streams, so that a server can stop. */
  endStreams: () => void;
  close: () => Promise<void>;
}

/** Paths whose answers are never kept in memory: files, and whatever is made for one visitor. */
const NOT_KEPT =
  /^\/(assets|images|fonts|files|live|auth|admin|idp|forms|healthz|metrics|api\/(?:entries|attest))(\/|\.|\?|$)/;

/**
 * Opens everything a site needs: settings → its data folder, for itself → database → storage → http callback.
 * @throws StartError when something cannot be opened, or another site serves the folder.
 */
export async function openClubroom(settings: Settings): Promise<Clubroom> {
  const club = await readClub(settings.configFile);
  const folder = lockFolder(settings.dataDir);
  try {
    return await openIn(settings, club, folder.release);
  } catch (error) {
    folder.release();
    throw error;
  }
}

async function openIn(settings: Settings, club: ClubConfig, release: () => void): Promise<Clubroom> {
  const db = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir });
  const auth = await openAuth(settings, db);
  const storage = await openStorage(settings);
  const variants = createVariants(storage, db);
  const bus = createBus();
  db.onCommit(bus.publish);
  const commands = await listenForChanges(settings.dataDir, bus.publish);
  const copies = await listenToCopies(settings, bus);
  const clock = { timeZone: club.club.timeZone, locale: club.club.locale };
  const site: Site = { settings, club, clock, db, storage, variants, bus, auth };
  await prepareContent(site);
  const streams = createStreams({ bus, whoAsks: async (cookies) => (await auth.find(cookies))?.actor ?? null });
  const app = createApp(site);
  const pages = callback(site, app);
  const sweeps = startSweeps(site);
  const sender = startMail(site);
  return {
    site,
    handle: entrance(fixedHeaders(settings.publicUrl), pages.handle, (request) =>
      answererOf(request, auth, streams, pages.handle),
    ),
    routes: routesOf(app),
    cached: pages.size,
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

const LIVE = /^\/live(\?|$)/;
const LOCAL_PROVIDER = new RegExp(`^${MOUNT}/`);

/** Streams and the local identity provider are answered here, in front of everything else. */
function answererOf({ url = '/' }: IncomingMessage, auth: Auth, streams: Streams, pages: Clubroom['handle']) {
  if (LIVE.test(url)) return streams.answer;
  if (auth.local && LOCAL_PROVIDER.test(url)) return auth.local.handle;
  return pages;
}

/** What is the same for every visitor comes from the page cache, everything else from the app. */
function callback(site: Site, app: ReturnType<typeof createApp>): Pick<Clubroom, 'handle'> & Pick<PageCache, 'size'> {
  const fixed = fixedHeaders(site.settings.publicUrl);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: (error) => answerInstead(error, fixed),
  });
  const cache = createPageCache({
    render: wholeRenderer(site, app),
    endOfDay: () => startOfTomorrow(site.clock.timeZone),
  });
  site.bus.subscribe((changes) => cache.drop(new Set(changes.map(({ topic }) => topic))));
  return {
    handle(request, response) {
      if (!isForEveryone(request)) return void listener(request, response);
      cache.answer(request, response).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else void writeStream(request, response, answerInstead(error, fixed));
      });
    },
    size: cache.size,
  };
}

/** True for a request whose answer does not depend on who asks: a signed-out visitor reading a page. */
function isForEveryone({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.cookie?.includes('clubroom_session=') || asksForJson(headers.accept)) return false;
  return !NOT_KEPT.test(url ?? '/');
}

/** Opens the site that the environment describes. */
export function openFromSettings(): Promise<Clubroom> {
  return openClubroom(readSettings());
}

/** Orchestrators kill after ten seconds. */
const STOP_WITHIN_MS = 9000;

/** Starts the site as a program: says where it is, and stops in order when asked to. */
export async function run(): Promise<void> {
  try {
    const clubroom = await openFromSettings();
    const { settings } = clubroom.site;
    const stop = await listen(settings.port, settings.host, clubroom.handle);
    console.log(`Clubroom is at ${settings.publicUrl}`);
    console.log(clubroom.greeting);
    const end = () => {
      setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
      const stopped = stop();
      // Now that no new connection is taken, nobody comes back to this process.
      clubroom.endStreams();
      void stopped.then(clubroom.close);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
