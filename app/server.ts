import { readFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import { contentSecurityPolicy } from './http/content-security-policy.ts';
import { answerContext, siteContext, type Answer, type Site } from './http/context.server.ts';
import { filesApp } from './http/files.ts';
import { calendarApp } from './routes/api/calendar.ts';
import { feedsApp } from './routes/api/feeds.ts';
import { healthApp } from './routes/api/health.ts';
import { listsApp } from './routes/api/lists.ts';
import { postersApp } from './routes/api/posters.ts';
import { pageSources, securityHeaders } from './http/security-headers.ts';

/** What whoever calls the app may hand in beside the request: notes about the answer, read when it is made. */
export interface Handed {
  Bindings: { answer?: Answer };
}

const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** The Hono app, in order: headers, static files, stored files, then every page and address of routes.ts. */
export function createApp(site: Site): Hono<Handed> {
  const app = new Hono<Handed>();
  app.use(securityHeaders(site));
  app.get('/assets/cs-guide.md', async (c) =>
    c.body(await readFile('content/cs-guide.md'), 200, { 'content-type': 'text/markdown; charset=utf-8' }),
  );
  app.use('/assets/*', fromFolder(YEAR));
  for (const path of ['/images/*', '/fonts/*']) app.use(path, fromFolder(DAY));
  for (const path of ['/assets/*', '/images/*', '/fonts/*']) app.get(path, (c) => c.text('There is no such file.', 404));
  app.route('/files', filesApp(site));
  for (const addresses of [healthApp, calendarApp, feedsApp, listsApp]) app.route('/', addresses(site));
  app.use(compress());
  app.route('/', postersApp(site));
  app.all('*', (c) => renderPage(site, c.req.raw, c.env.answer));
  return app;
}

const handlePage = createRequestHandler(build, import.meta.env.MODE);

async function renderPage(site: Site, request: Request, handed: Answer | undefined): Promise<Response> {
  const answer = handed ?? { nonce: randomBytes(16).toString('base64'), frames: [] };
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(answerContext, answer);
  const response = await handlePage(request, context);
  const { nonce } = answer;
  if (nonce && response.headers.get('content-type')?.startsWith('text/html')) {
    const policy = contentSecurityPolicy({ nonce }, pageSources(site.club, answer.frames));
    response.headers.set('content-security-policy', policy);
  }
  return response;
}

function fromFolder(cacheControl: string) {
  return serveStatic({
    root: 'build/client',
    precompressed: true,
    onFound: (_path, c) => c.header('cache-control', cacheControl),
  });
}
