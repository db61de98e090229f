import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { readClub } from './config/read-club.server.ts';
import { readSettings, type Settings } from './config/settings.server.ts';
import { StartError } from './config/start-error.ts';
import { openDatabase } from './db/db.server.ts';
import { startOfTomorrow } from './domain/events/club-time.ts';
import type { Site } from './http/context.server.ts';
import { createPageCache } from './http/page-cache.ts';
import { wholeRenderer } from './http/render-whole.ts';
import { createBus } from './live/bus.ts';
import { createApp } from './server.ts';
import { openStorage } from './storage/storage.server.ts';
import { createVariants } from './storage/variants.server.ts';

/** The running product: one callback for every request, and an orderly end. */
export interface Clubroom {
  site: Site;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  close: () => Promise<void>;
}

/** Paths whose answers are never kept in memory: files, and whatever is made for one visitor. */
const NOT_KEPT = /^\/(assets|images|fonts|files|live|auth|admin|idp|forms|api\/entries)(\/|\.|$)/;

/**
 * Opens everything a site needs (settings → database → storage → http callback).
 * @throws StartError when something cannot be opened.
 */
export async function openClubroom(settings: Settings): Promise<Clubroom> {
  const club = await readClub(settings.configFile);
  const db = await openDatabase({ url: settings.databaseUrl, dataDir: settings.dataDir });
  const storage = await openStorage(settings);
  const variants = createVariants(storage, db);
  const bus = createBus();
  db.onCommit(bus.publish);
  const clock = { timeZone: club.club.timeZone, locale: club.club.locale };
  const site: Site = { settings, club, clock, db, storage, variants, bus };
  const app = createApp(site);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const cache = createPageCache({
    render: wholeRenderer(site, app),
    endOfDay: () => startOfTomorrow(clock.timeZone),
  });
  bus.subscribe((changes) => cache.drop(new Set(changes.map(({ topic }) => topic))));

  return {
    site,
    handle(request, response) {
      if (!isForEveryone(request)) return void listener(request, response);
      cache.answer(request, response).catch((error: unknown) => fail(response, error));
    },
    async close() {
      await variants.close();
      await db.close();
    },
  };
}

/** True for a request whose answer does not depend on who asks: a signed-out visitor reading a page. */
function isForEveryone({ method, url, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (headers.cookie?.includes('clubroom_session=')) return false;
  return !NOT_KEPT.test(url ?? '/');
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
  response.end('Something went wrong on our side. Please try again in a moment.');
}

/** Opens the site that the environment describes. */
export function openFromSettings(): Promise<Clubroom> {
  return openClubroom(readSettings());
}

/** Starts the site as a program: says where it is, and stops in order when asked to. */
export async function run(): Promise<void> {
  try {
    const settings = readSettings();
    const clubroom = await openClubroom(settings);
    const servers = await listen(settings, clubroom.handle);
    console.log(`Clubroom is at ${settings.publicUrl}`);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(servers, clubroom));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function listen(settings: Settings, handle: Clubroom['handle']): Promise<Server[]> {
  const hosts = settings.host === undefined ? ['127.0.0.1', '::1'] : [settings.host];
  const servers: Server[] = [];
  for (const host of hosts) {
    const server = createServer({ headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 65_000 }, handle);
    const error = await new Promise<NodeJS.ErrnoException | undefined>((done) => {
      server.once('error', done);
      server.listen(settings.port, host, () => done(undefined));
    });
    if (!error) servers.push(server);
    // A machine without IPv6 still serves on the other loopback address.
    else if (servers.length === 0 || error.code === 'EADDRINUSE') {
      throw new StartError(`Setting PORT: cannot listen on ${host}:${settings.port} (${error.code})`);
    }
  }
  return servers;
}

const STOP_WITHIN_MS = 9000;

async function stop(servers: Server[], clubroom: Clubroom): Promise<void> {
  const force = setTimeout(() => process.exit(0), STOP_WITHIN_MS);
  force.unref();
  await Promise.all(
    servers.map((server) => new Promise((closed) => server.close(closed) && server.closeIdleConnections())),
  );
  await clubroom.close();
  clearTimeout(force);
}
