import { readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { createRequestHandler, RouterContextProvider, type RequestHandler } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { codePath } from '../code-folder.ts';
import { sameOriginOnly, knowVisitor } from '../auth/middleware.server.ts';
import { clientAddress } from './listen/client-address.ts';
import { barePage } from './bare-page.ts';
import { contentSecurityPolicy } from './headers/content-security-policy.ts';
import { actorContext, addressContext, siteContext, responseContext, type ResponseContext } from './context.server.ts';
import type { Site } from '../site.ts';
import { READING, type AppEnv } from './env.ts';
import { filesApp } from './files.ts';
import { findAddress } from './find-address.ts';
import { inTurn } from './in-turn.ts';
import { routeTable, type TableRoute } from './route-table.ts';
import { ONLY_SENT_TO, withRefusedReads } from './actions.ts';
import { FAULT, jsonWhereAsked, problem, problemResponse, toProblem } from './problem.ts';
import { reportError } from '../telemetry/report-error.ts';
import { RETRY_AFTER_S } from './too-busy.ts';
import type { Turns } from '../limits/turns.ts';
import { announceApp } from '../routes/api/announce.ts';
import { archiveApp } from '../routes/api/archive.ts';
import { calendarApp } from '../routes/api/calendar.ts';
import { drawsApp } from '../routes/api/draws.ts';
import { doorApp } from '../routes/api/door.ts';
import { feedsApp } from '../routes/api/feeds.ts';
import { healthApp } from '../routes/api/health.ts';
import { limitTestMails } from '../routes/admin/home/limit-test-mails.server.ts';
import { limitLinks } from '../routes/sign-ups/limit-links.server.ts';
import { listsApp } from '../routes/api/lists.ts';
import { iconsApp } from '../routes/api/icons.ts';
import { manifestApp } from '../routes/api/manifest.ts';
import { postersApp } from '../routes/api/posters.ts';
import { publicWritesApp } from '../routes/api/forms.ts';
import { uploadsApp } from '../routes/api/uploads.ts';
import { pageSources, securityHeaders } from './headers/security-headers.ts';
import { CACHE_CONTROL } from './headers/cache-control.ts';

const NO_FILE = 'There is no such file.';
const DATA_UNREADABLE = 'The site cannot read its data right now. Please try again in a moment.';
const DATABASE_AWAY = [
  'This page needs the site’s database, which cannot be reached right now. Nothing that was saved is lost.',
  'Please try again in a moment.',
];
const TELL_SOMEBODY = 'If it keeps happening, tell the person who runs this site.';

/** The order matters: headers, static files, stored files, who is asking, then in turn every page and address of routes.ts. */
export function createApp(site: Site, turns?: Turns): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders(site));
  app.use(jsonWhereAsked);
  app.use(plainBodies);
  app.get('/assets/cs-guide.md', async (c) =>
    c.body(await readFile(codePath('content/cs-guide.md')), 200, {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': CACHE_CONTROL.askAgain,
    }),
  );
  for (const path of ['/assets/*', '/images/*', '/fonts/*', '/files/*']) app.use(path, missingFilePage(site));
  app.use('/assets/*', fromFolder(CACHE_CONTROL.forEver));
  for (const path of ['/images/*', '/fonts/*']) app.use(path, fromFolder(CACHE_CONTROL.forDay));
  for (const path of ['/assets/*', '/images/*', '/fonts/*']) app.get(path, (c) => c.text(NO_FILE, 404));
  app.route('/files', filesApp(site));
  app.use(knowVisitor(site));
  app.use(sameOriginOnly(site.settings.publicUrl));
  app.route('/', healthApp(site));
  if (turns) app.use(inTurn(site, turns));
  for (const addresses of [calendarApp, drawsApp, feedsApp, manifestApp, publicWritesApp, uploadsApp, listsApp])
    app.route('/', addresses(site));
  app.route('/', archiveApp(site, createApp));
  app.route('/', announceApp(site));
  app.use(limitLinks(site));
  app.use(limitTestMails(site));
  app.use(compress());
  for (const addresses of [postersApp, iconsApp, doorApp]) app.route('/', addresses(site));
  app.all('*', pageRenderer(site));
  app.onError((error, c) => refuse(site, error, c));
  return app;
}

export function routesOf(app: Hono<AppEnv>): TableRoute[] {
  return routeTable(build.routes, app);
}

/** Accepts actions from PUBLIC_URL even if a proxy handles https for this site. */
function pageRenderer(site: Site) {
  const { publicUrl } = site.settings;
  const routes = withRefusedReads(build.routes);
  const here = { ...build, routes, allowedActionOrigins: [new URL(publicUrl).host] };
  const handle = createRequestHandler(here, import.meta.env.MODE);
  return (c: Context<AppEnv>) => renderPage(site, handle, c);
}

async function renderPage(site: Site, handle: RequestHandler, c: Context<AppEnv>): Promise<Response> {
  const answer: ResponseContext = c.env.response ?? {
    nonce: randomBytes(16).toString('base64'),
    isWhole: false,
    frames: [],
  };
  const context = new RouterContextProvider();
  context.set(siteContext, siteFor(site, c.get('db')));
  context.set(responseContext, answer);
  context.set(actorContext, c.get('actor'));
  context.set(addressContext, clientAddress(c.env.incoming, site.settings.trustedProxies));
  const response = await handle(withoutOrigin(c.req.raw), context);
  if (answer.outage) {
    await response.body?.cancel();
    throw answer.outage;
  }
  const allow = response.headers.get('allow');
  if (response.status === 405 && allow && wantsPage(c)) return onlySentToPage(site, allow);
  const { nonce, isWhole } = answer;
  if (!isWhole && response.headers.get('content-type')?.startsWith('text/html')) {
    const policy = contentSecurityPolicy({ nonce }, pageSources(site.club, answer));
    response.headers.set('content-security-policy', policy);
  }
  return response;
}

/** The framework refuses requests from other sites, even at addresses where this site allows them. */
function withoutOrigin(request: Request): Request {
  const isSent = request.method === 'POST' && findAddress(request.url).isSentFromAnywhere;
  if (!isSent || !request.headers.has('origin')) return request;
  const headers = new Headers(request.headers);
  headers.delete('origin');
  const { url, method, body, signal } = request;
  // Built anew, not copied: an object straight from the connection only looks like a Request.
  return new Request(url, { method, headers, body, signal, ...(body && { duplex: 'half' }) });
}

/** All other properties are read from the original. */
function siteFor(site: Site, db: Site['db']): Site {
  return db === site.db ? site : Object.create(site, { db: { value: db } });
}

function refuse(site: Site, error: Error, c: Context<AppEnv>): Response {
  const found = toProblem(error) ?? problem(500, FAULT);
  if (found.status >= 500) reportError('A request cannot be answered', error);
  const { status, retryAfter = RETRY_AFTER_S, detail } = found;
  if (status !== 503 && status !== 429) return problemResponse(found);
  const isBusy = found.retryAfter !== undefined;
  if (wantsPage(c)) return laterPage(site, { status, retryAfter, texts: isBusy ? [detail] : DATABASE_AWAY });
  const sentence = isBusy || !READING.has(c.req.method) ? detail : DATA_UNREADABLE;
  return problemResponse(problem(status, sentence, { retryAfter }));
}

interface LaterPage {
  status: number;
  /** Seconds. */
  retryAfter: number;
  texts: string[];
}

function laterPage({ club }: Site, { status, retryAfter, texts }: LaterPage): Response {
  const words =
    status === 429
      ? { title: 'Please wait a little', heading: 'Please wait a little.', texts }
      : { title: 'Back in a moment', heading: 'We will be back in a moment.', texts: [...texts, TELL_SOMEBODY] };
  return barePage(club, styles(), { status, retryAfter, ...words });
}

/** Whoever opens in a browser an address that only takes changes gets a page with a way on. */
function onlySentToPage({ club }: Site, allow: string): Response {
  const texts = ['This address only takes changes, which pages of the admin area send to it.'];
  const page = barePage(club, styles(), { status: 405, title: ONLY_SENT_TO, heading: ONLY_SENT_TO, texts });
  page.headers.set('allow', allow);
  return page;
}

/** Whoever opens a file that is gone in a browser gets a page with a way on. */
function missingFilePage({ club }: Site): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status !== 404 || !wantsPage(c)) return;
    const heading = 'There is nothing here.';
    // Emptied first: the headers of the earlier answer must not stand on this one.
    c.res = undefined;
    c.res = barePage(club, styles(), { status: 404, title: heading, heading, texts: [NO_FILE] });
  };
}

/** True for a browser that asks for a page. A page's own requests for data, and programs, take JSON. */
function wantsPage(c: Context<AppEnv>): boolean {
  return READING.has(c.req.method) && !findAddress(c.req.url).isData && /text\/html/.test(c.req.header('accept') ?? '');
}

function styles(): string[] {
  return build.assets.routes['root']?.css ?? [];
}

function fromFolder(cacheControl: string): MiddlewareHandler<AppEnv> {
  const serve = serveStatic({ root: codePath('build/client'), precompressed: true });
  return async (c, next) => {
    const found = await serve(c, next);
    // The library's own `onFound` runs after the answer was made and cannot change it.
    if (!(found instanceof Response)) return found;
    found.headers.set('cache-control', cacheControl);
    if (findAddress(c.req.url).isServiceWorker) found.headers.set('service-worker-allowed', '/');
    return found;
  };
}

/** Refuses compressed bodies: a small one can unpack to a huge one and get round every limit. */
const plainBodies: MiddlewareHandler = async (c, next) => {
  const encoding = c.req.header('content-encoding')?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return next();
  const refused = problem(415, 'This was sent compressed. Please send it uncompressed.');
  return problemResponse(refused, { 'accept-encoding': 'identity', connection: 'close' });
};
