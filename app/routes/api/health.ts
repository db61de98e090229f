import { setTimeout as after } from 'node:timers/promises';
import { Hono } from 'hono';
import { findEvent } from '../../domain/events/read-events.ts';
import type { AppEnv } from '../../http/env.ts';
import { readOnly, type ListSource } from './answer.ts';

/** A database that takes longer is as good as gone to anyone who waits for a page. */
const PATIENCE_MS = 2000;

/** `/healthz` for load balancers and monitors: 200 while the database answers, 503 while it does not; never cached. */
export function healthApp({ db }: ListSource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/healthz', async (c) => {
    const isReading = await Promise.race([
      // Any small read will do; nobody minds whether there is such an event.
      findEvent(db, 'healthz').then(
        () => true,
        () => false,
      ),
      after(PATIENCE_MS, false, { ref: false }),
    ]);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
    return c.body(JSON.stringify({ status: isReading ? 'ok' : 'unavailable' }), isReading ? 200 : 503, headers);
  });
  return app;
}
