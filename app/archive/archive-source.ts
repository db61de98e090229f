import type { Hono } from 'hono';
import type { AppEnv } from '../http/env.ts';
import type { Site } from '../site.ts';
import type { ArchiveSource } from './write-archive.ts';

/** Takes pages from the app itself, as visitors get them, on a snapshot of the database. */
export function archiveSource(site: Site, createApp: (site: Site) => Hono<AppEnv>): ArchiveSource {
  const { db, storage, club, settings } = site;
  return {
    db,
    storage,
    club,
    publicUrl: settings.publicUrl,
    answers({ query }) {
      // Nothing changes in a snapshot, and it is gone before the site is.
      const bus = { ...site.bus, subscribe: () => () => undefined };
      const app = createApp({ ...site, bus, db: { ...db, query } });
      return async (address) => {
        const request = new Request(settings.publicUrl + address, { headers: { accept: 'text/html, */*' } });
        return app.fetch(request, { response: { nonce: '', isWhole: true, frames: [] } });
      };
    },
  };
}
