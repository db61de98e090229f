import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { SESSION_COOKIE } from '../auth/cookies.server.ts';
import { MOUNT } from '../auth/local-provider/open-local-provider.server.ts';
import { dependencyOf } from '../domain/dependency.ts';
import { startOfTomorrow } from '../time/club-time.ts';
import { countAnnouncements } from '../domain/announcements/send-announcements.ts';
import { listThings } from '../domain/dates/list-dates.ts';
import { readLastBackup } from '../db/last-backup.ts';
import { countMail } from '../domain/mail/outbox.ts';
import { sendFault, answerForError, entrance, type Answerer } from './listen/entrance.ts';
import { createAddresses } from './cache/canonical-address.ts';
import { isFromThisMachine } from './listen/client-address.ts';
import type { Site } from '../site.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createRequestTracer, type RequestTrace, type RequestLog } from '../telemetry/trace-requests.ts';
import { createPageCache, type PageCache } from './cache/page-cache.ts';
import { senderOf } from './in-turn.ts';
import { tooBusy } from './too-busy.ts';
import { problemHeaders } from './problem.ts';
import { wholeRenderer } from './cache/render-whole.ts';
import { requestScope } from '../telemetry/report-error.ts';
import { isCached } from './find-address.ts';
import { routeName } from '../telemetry/route-names.ts';
import type { TableRoute } from './route-table.ts';
import { readSiteStatus } from '../watch/read-site-status.ts';
import { fixedHeaders } from './headers/security-headers.ts';
import { createTurns, type Turns } from '../limits/turns.ts';
import type { Streams } from '../live/streams.ts';
import { routesOf, type createApp } from './server.ts';

export interface Callback {
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  handleMetrics: (request: IncomingMessage, response: ServerResponse) => void;
  routes: TableRoute[];
  cached: PageCache['size'];
  turns: Turns['size'];
  /** From now on /healthz answers 503, so that a load balancer sends visitors elsewhere. */
  startDraining: () => void;
}

interface CallbackParts {
  site: Site;
  app: ReturnType<typeof createApp>;
  turns: Turns;
  streams: Streams;
  log?: RequestLog | undefined;
}

const PREFETCHES = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];
const LIVE = /^\/live(\?|$)/;
const METRICS = /^\/metrics(\?|$)/;
const HEALTH = /^\/healthz(\?|$)/;
const LOCAL_PROVIDER = new RegExp(`^${MOUNT}/`);

export function createCallback({ site, app, turns, streams, log }: CallbackParts): Callback {
  const { settings, auth, db } = site;
  const routes = routesOf(app);
  const pages = pageAnswerer(site, app);
  const tracer = createRequestTracer({ nameOf: routeName, trustedProxies: settings.trustedProxies, log });
  const metrics = createMetrics({
    traffic: tracer.traffic,
    counters: site.counters,
    cache: pages.size,
    turns: turns.size,
    streams,
    databaseFailures: db.failures,
    mails: () => countMail(db),
    announcements: () => countAnnouncements(db),
    lastBackup: () => readLastBackup(db, settings.dataDir),
    things: async () => listThings(db, await readSiteStatus(site)),
  });
  let isDraining = false;
  const fixed = fixedHeaders(settings);
  const provider = auth.local && answerInTurn(auth.local.handle, settings.trustedProxies);
  const enter = entrance(fixed, pages.handle, (request) => {
    const { url = '/' } = request;
    if (isDraining && HEALTH.test(url)) return sayDraining;
    if (LIVE.test(url)) return streams.answer;
    if (provider && LOCAL_PROVIDER.test(url)) return provider;
    const wantsMetrics = settings.metricsPort === undefined && asksForMetrics(request);
    return wantsMetrics && isFromThisMachine(request) ? metrics : pages.handle;
  });
  return {
    handle(request, response) {
      const fail = (error: unknown) => sendFault(response, error, fixed);
      try {
        const trace = tracer.traceRequest(request, response);
        const cached = pages.answerCached(request, response);
        if (cached !== undefined) {
          trace.cache = 'hit';
          trace.bytes = { kept: cached };
          return;
        }
        trace.bytes = { before: request.socket.bytesWritten };
        requestScope.run(trace, () => {
          enter(request, response).catch(fail);
        });
      } catch (error) {
        fail(error);
      }
    },
    handleMetrics(request, response) {
      if (!asksForMetrics(request) || !isFromThisMachine(request)) response.writeHead(404, fixed).end();
      else metrics(request, response).catch((error: unknown) => sendFault(response, error, fixed));
    },
    routes,
    cached: pages.size,
    turns: turns.size,
    startDraining() {
      isDraining = true;
    },
  };
}

function asksForMetrics({ url = '/', method }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && METRICS.test(url);
}

function sayDraining(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: 'stopping' }));
}

interface Pages extends Pick<PageCache, 'answerCached' | 'size'> {
  handle: Answerer;
}

export function pageAnswerer(site: Site, app: CallbackParts['app']): Pages {
  const fixed = fixedHeaders(site.settings);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: (error) => answerForError(error, fixed),
  });
  const cache = createPageCache({
    render: wholeRenderer(site, app),
    addresses: createAddresses(),
    endOfDay: () => startOfTomorrow(site.clock.timeZone),
    onVisit: (link, request) => isVisit(request) && site.visits.count(link),
  });
  site.bus.subscribe((changes) => cache.drop(new Set(changes.map(dependencyOf))));

  async function answerFromCache(
    request: IncomingMessage,
    response: ServerResponse,
    trace?: RequestTrace,
  ): Promise<void> {
    if (trace) trace.cache = 'miss';
    const from = await cache.answer(request, response);
    if (trace) trace.cache = from;
  }

  return {
    answerCached: (request, response) =>
      request.method === 'GET' && isAnonymous(site, request) ? cache.answerCached(request, response) : undefined,
    async handle(request, response) {
      const trace = requestScope.getStore();
      // Only an answer made now can name its request; a cached one goes out as it is.
      if (trace) response.setHeader('x-request-id', trace.id);
      await (isForEveryone(site, request) ? answerFromCache(request, response, trace) : listener(request, response));
    },
    size: cache.size,
  };
}

/** A page that a browser prefetches or a program looks at does not count. */
function isVisit({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && PREFETCHES.every((name) => !String(headers[name] ?? '').includes('prefetch'));
}

function isForEveryone(site: Site, request: IncomingMessage): boolean {
  const { url = '/' } = request;
  if (!isCached(url)) return false;
  return (request.method === 'GET' || request.method === 'HEAD') && isAnonymous(site, request);
}

function isAnonymous({ auth: { sessionCookie } }: Site, { headers: { cookie } }: IncomingMessage): boolean {
  return !(cookie?.includes(SESSION_COOKIE) && sessionCookie.read(cookie) !== undefined);
}

/** The sign-in provider has its own turns: the site calls it during a turn, and would otherwise wait for itself. */
function answerInTurn(answer: Answerer, trustedProxies: string[]): Answerer {
  const turns = createTurns();
  return async (request, response) => {
    const turn = await turns.take(senderOf(request, trustedProxies));
    if (turn === 'left') return;
    if (typeof turn === 'string') {
      const busy = tooBusy(turn);
      response.writeHead(busy.status, problemHeaders(busy)).end(JSON.stringify(busy));
      return;
    }
    try {
      await answer(request, response);
    } finally {
      turn();
    }
  };
}
