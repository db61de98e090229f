import { Hono } from 'hono';
import { findPublicEvent } from '../../domain/events/read-events.ts';
import { viewDraw } from '../../domain/sign-ups/draw/view.ts';
import { placesOf } from '../../domain/dependency.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { keyOf, openJson, readOnly, type ListSource } from './answer.ts';

/** The content of `/events/{key}/draw`, for programs. */
export function drawsApp({ db }: ListSource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/events/:key/draw.json', async (c) => {
    const event = await findPublicEvent(db, keyOf(c, 'key'));
    const found = event && (await viewDraw(db, event));
    if (!found) return openJson(c, { error: 'There is no such draw.' }, 404);
    cacheUntil(c, { topics: ['event', 'form', ...placesOf(event.key)] });
    return openJson(c, found.view);
  });
  return app;
}
