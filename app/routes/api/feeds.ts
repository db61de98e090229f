import { Hono, type Context } from 'hono';
import { startOfToday } from '../../time/club-time.ts';
import { writeFeed } from '../../feeds/feed.ts';
import { writeSitemap } from '../../feeds/sitemap.ts';
import { listFutureEvents } from '../../domain/events/read-events.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { readEventFilter } from './read-event-filter.ts';
import { inParts, readOnly, type ListSource } from './answer.ts';

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
