import type { ClubConfig } from '../config/club.ts';
import type { Database } from '../db/db.server.ts';
import { listEventAddresses } from '../domain/events/read-events.ts';
import { readForEveryPage, viewEveryPage } from '../domain/on-every-page.ts';
import { listPageAddresses } from '../domain/pages/read-pages.ts';
import type { ClubClock } from '../time/club-time.ts';
import { listPublicPages } from './public-pages.ts';

interface SitemapSource {
  db: Database;
  club: ClubConfig;
  clock: ClubClock;
  settings: { publicUrl: string };
}

/** As many as the sitemap protocol allows. */
const MOST_ADDRESSES = 50_000;
const PART = 1000;

export async function* writeSitemap({ db, club, clock, settings }: SitemapSource): AsyncGenerator<string> {
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
        // A key that is escaped for an address contains no special character of XML but the apostrophe, which is allowed in text.
        return entryOf(`${settings.publicUrl}/events/${encodeURIComponent(key)}`, updatedAt);
      })
      .join('');
  }
  yield '</urlset>\n';
}

function entryOf(address: string, updatedAt: number): string {
  return `<url><loc>${address}</loc><lastmod>${new Date(updatedAt).toISOString()}</lastmod></url>\n`;
}
