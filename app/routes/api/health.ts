import { Hono } from 'hono';
import { findPublicEvent } from '../../domain/events/read-events.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Settings } from '../../config/settings.server.ts';
import { VERSION } from '../../config/version.ts';
import type { Site } from '../../site.ts';
import { isFull } from '../../storage/disk.server.ts';
import { within } from '../../time/within.ts';
import { readOnly } from './answer.ts';

/** A database that takes longer counts as gone, because nobody waits that long for a page. */
const PATIENCE_MS = 2000;

/**
 * `/healthz` for load balancers and monitors: 200 while the database answers, 503 while it does not; never cached. Pages are
 * served from a full disk too: it is a word beside the 200.
 */
export function healthApp({
  db,
  settings: { dataDir },
}: Pick<Site, 'db'> & { settings: Pick<Settings, 'dataDir'> }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/healthz', async (c) => {
    // Any small query is enough, whether or not this event exists.
    const read = findPublicEvent(db, 'healthz').then(
      () => true,
      () => false,
    );
    const isReading = await within(read, PATIENCE_MS, false);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    const writes = (await isFull(dataDir)) ? { writes: 'disk full' } : {};
    const status = isReading ? 'ok' : 'unavailable';
    return c.body(JSON.stringify({ status, version: VERSION, ...writes }), isReading ? 200 : 503, headers);
  });
  return app;
}
