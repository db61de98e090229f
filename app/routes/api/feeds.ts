import { Hono, type Context } from 'hono';
import { startOfToday } from '../../time/club-time.ts';
import { writeFeed } from '../../feeds/feed.ts';
import { listPublicPages } from '../../feeds/public-pages.ts';
import { readForEveryPage, viewEveryPage } from '../../domain/on-every-page.ts';
import { listEventAddresses, listFutureEvents } from '../../domain/events/read-events.ts';
import { listPageAddresses } from '../../domain/pages/read-pages.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { readEventFilter } from './read-event-filter.ts';
import { inParts, readOnly, type ListSource } from './answer.ts';

/** As many as the sitemap protocol allows. */
const MOST_ADDRESSES = 50_000;

export function feedsApp(site: ListSource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/feed.xml', (c) => answerFeed(c, site));
  readOnly(app, '/sitemap.xml', (c) =>
    inParts(c, writeSitemap(site), { 'content-type': 'application/xml; charset=utf-8' }, { topics: ['event', 'page'] }),
  );
  readOnly(app, '/robots.txt', (c) => {
    cacheUntil(c, { topics: [] });
    return c.body(robots(site.settings.publicUrl), 200, { 'content-type': 'text/plain; charset=utf-8' });
  });
  return app;
}

async function answerFeed(c: Context<AppEnv>, { db, club, clock, settings }: ListSource): Promise<Response> {
  const midnight = startOfToday(clock.timeZone);
  const { of, only, query } = await readEventFilter(db, c);
  const events = (await listFutureEvents(db, midnight, of)).filter(({ cancelled }) => !cancelled);
  cacheUntil(c, { topics: ['event', 'committee'], query, untilMidnight: true });
  const { name, tagline, email } = club.club;
  const feed = writeFeed(events, { name, tagline, email, publicUrl: settings.publicUrl, clock, only }, midnight);
  return c.body(feed, 200, { 'content-type': 'application/atom+xml; charset=utf-8' });
}

const PART = 1000;

async function* writeSitemap({ db, club, clock, settings }: ListSource): AsyncGenerator<string> {
  const own = await listPageAddresses(db);
  const pages = listPublicPages(club, viewEveryPage(await readForEveryPage(db), clock.timeZone));
  const events = await listEventAddresses(db, MOST_ADDRESSES - pages.length - own.length);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
  yield pages.map((path) => `<url><loc>${settings.publicUrl}${path}</loc></url>\n`).join('');
  yield own.map(({ path, updatedAt }) => entryOf(settings.publicUrl + path, updatedAt)).join('');
  for (let from = 0; from < events.length; from += PART) {
    yield events
      .slice(from, from + PART)
      .map(({ key, updatedAt }) => {
        // Escaped for an address, a key holds nothing that XML minds but the apostrophe, which it allows in text.
        return entryOf(`${settings.publicUrl}/events/${encodeURIComponent(key)}`, updatedAt);
      })
      .join('');
  }
  yield '</urlset>\n';
}

function entryOf(address: string, updatedAt: number): string {
  return `<url><loc>${address}</loc><lastmod>${new Date(updatedAt).toISOString()}</lastmod></url>\n`;
}

function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /auth',
    'Disallow: /api/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
