import { Hono, type Context } from 'hono';
import { requireRole } from '../../auth/middleware.server.ts';
import { NotFound } from '../../domain/errors.ts';
import { doorBatch, type DoorBatch } from '../../domain/sign-ups/door-batch.ts';
import { findDoorLink, makeDoorLink, stopDoorLinks } from '../../domain/sign-ups/door-links.ts';
import { recordDoorActions, requireDoor, viewDoor } from '../../domain/sign-ups/door.ts';
import type { AppEnv } from '../../http/env.ts';
import { problem, problemResponse } from '../../http/problem.ts';
import { readCommand } from '../../http/actions.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createLimiter, type Taken } from '../../limits/rate-limit.ts';
import { mailingClub } from '../../mail/mailing-club.ts';
import type { Site } from '../../site.ts';
import { drawCode } from '../sign-ups/draw-code.server.ts';
import { keyOf } from './answer.ts';

type Source = Pick<Site, 'db' | 'club' | 'settings'>;

const HEADERS = { 'cache-control': 'private, no-store' };
const UNKNOWN = 'This link leads to no door.';
const BUSY = 'Very much was done at this door. What you do is sent in a moment.';

function busy(retryAfter: number): Response {
  return problemResponse(problem(429, BUSY, { retryAfter }));
}

/**
 * `GET …/people` answers who is expected (`list`), `POST …/people` takes a batch of actions (DoorBatch) and answers what came
 * of each (`outcomes`), with the list as it is then. Below /door/{token} for helpers, below the event for admins, who make and stop
 * the helpers' links at `…/links`.
 */
export function doorApp(site: Source): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { db, settings } = site;
  const batches = createLimiter(db, NETWORK_LIMITS.doorBatches);
  const additions = createLimiter(db, NETWORK_LIMITS.doorAdditions);

  /** All of them, or none: seconds to wait. */
  async function takeAdditions(limitKey: string, { actions }: DoorBatch): Promise<number | undefined> {
    const taken: Taken[] = [];
    for (const { verb } of actions) if (verb === 'add') taken.push(await additions.take(limitKey));
    const wait = taken.find((one) => one.wait !== undefined)?.wait;
    if (wait !== undefined) for (const { release } of taken) await release();
    return wait;
  }

  async function answer(c: Context<AppEnv>, eventKey: string, limitKey: string): Promise<Response> {
    if (c.req.method !== 'POST') return c.json({ list: await viewDoor(db, eventKey) }, 200, HEADERS);
    const { wait } = await batches.take(limitKey);
    if (wait !== undefined) return busy(wait);
    const batch = await readCommand(c.req.raw, doorBatch);
    const waitToAdd = await takeAdditions(limitKey, batch);
    if (waitToAdd !== undefined) return busy(waitToAdd);
    const club = mailingClub(site.club, settings.publicUrl);
    const outcomes = await recordDoorActions(db, club, eventKey, batch);
    return c.json({ outcomes, list: await viewDoor(db, eventKey) }, 200, HEADERS);
  }

  app.on(['GET', 'POST'], '/door/:token/people', async (c) => {
    const link = await findDoorLink(db, keyOf(c, 'token'));
    if (!link) throw new NotFound(UNKNOWN);
    return answer(c, link.event.key, link.id);
  });
  const adminPaths = ['people', 'links'].map((name) => `/admin/events/:id/door/${name}`);
  for (const path of adminPaths) app.use(path, requireRole('handle responses'));
  app.on(['GET', 'POST'], '/admin/events/:id/door/people', (c) => {
    const key = keyOf(c, 'id');
    return answer(c, key, `${c.get('actor')?.uid}/${key}`);
  });
  app.post('/admin/events/:id/door/links', async (c) => {
    await requireDoor(db, keyOf(c, 'id'));
    const url = `${settings.publicUrl}/door/${await makeDoorLink(db, c.get('actor'), keyOf(c, 'id'))}`;
    return c.json({ url, picture: drawCode(url) }, 201, HEADERS);
  });
  app.delete('/admin/events/:id/door/links', async (c) => {
    await stopDoorLinks(db, c.get('actor'), keyOf(c, 'id'));
    return c.body(null, 204, HEADERS);
  });
  for (const path of ['/door/:token/people', ...adminPaths])
    app.all(path, () => problemResponse(problem(405, 'This cannot be done here.')));
  return app;
}
