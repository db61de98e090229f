import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { askRole, requireRole } from '../../auth/middleware.server.ts';
import { withRight, type AskRight } from '../../auth/with-right.ts';
import { NotFound } from '../../domain/errors.ts';
import { requireOn } from '../../domain/events/rights.ts';
import { can } from '../../domain/roles.ts';
import { doorBatch, type DoorBatch } from '../../domain/sign-ups/door/batch.ts';
import { findDoorLink, makeDoorLink, revokeDoorLinks } from '../../domain/sign-ups/door/links.ts';
import { payAtDoor, undoPaymentAtDoor } from '../../domain/pay-membership-at-door.ts';
import { recordDoorActions, requireDoor, viewDoor } from '../../domain/sign-ups/door/door.ts';
import type { AppEnv } from '../../http/env.ts';
import { problem, problemResponse } from '../../http/problem.ts';
import { readCommand } from '../../http/actions.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { NETWORK_LIMITS } from '../../limits/network-limits.ts';
import { createLimiter, type Taken } from '../../limits/rate-limit.ts';
import type { Site } from '../../site.ts';
import { formatMoment } from '../../time/club-time.ts';
import { qrCodePicture } from '../sign-ups/qr-code.server.ts';
import { keyOf } from './answer.ts';

type Source = Pick<Site, 'club' | 'clock' | 'auth' | 'db' | 'mailing' | 'settings'>;

/** The person who acts at a door. `ask` throws once they have lost the right to. */
interface Bearer {
  eventKey: string;
  limitKey: string;
  showsAnswers: boolean;
  showsPayments: boolean;
  marksMembers: boolean;
  ask: AskRight;
}

const newLink = z.strictObject({ showAnswers: z.boolean(), showPayments: z.boolean().default(false) });

const MEMBERSHIP = '/admin/events/:id/door/membership';

const key = z.string().min(1).max(768);
const paying = z.strictObject({ key });
const noted = z.strictObject({ key, version: z.int().min(0), at: z.int().min(0) });
const takingBack = z.strictObject({ key, noted });

const HEADERS = { 'cache-control': CACHE_CONTROL.private };
const UNKNOWN = 'This link leads to no door.';
const BUSY = 'This door is very busy. What you do will be sent in a moment.';

function busy(retryAfter: number): Response {
  return problemResponse(problem(429, BUSY, { retryAfter }));
}

/** This many actions count as one batch. */
const ACTIONS_A_POINT = 20;

/** The limits for one person at one door. Each returns the seconds to wait, or undefined. */
export function doorLimits(db: Source['db']) {
  const lists = createLimiter(db, NETWORK_LIMITS.doorLists);
  const batches = createLimiter(db, NETWORK_LIMITS.doorBatches);
  const additions = createLimiter(db, NETWORK_LIMITS.doorAdditions);
  return (key: string) => ({
    look: async () => (await lists.take(key)).wait,
    send: async () => (await batches.take(key)).wait,
    /** Counts all actions, or none. */
    async doAll({ actions }: DoorBatch): Promise<number | undefined> {
      const taken: Taken[] = [];
      for (const { verb } of actions) if (verb === 'add') taken.push(await additions.take(key));
      for (let left = actions.length; left > ACTIONS_A_POINT; left -= ACTIONS_A_POINT)
        taken.push(await batches.take(key));
      const wait = taken.find((one) => one.wait !== undefined)?.wait;
      if (wait !== undefined) for (const { release } of taken) await release();
      return wait;
    },
  });
}

/**
 * `GET …/people` returns who is expected (`list`). `POST …/people` takes a batch of actions (DoorBatch) and returns the outcome of
 * each (`outcomes`) with the new list. Helpers use them below /door/{token}, admins below the event; admins also make and stop
 * helpers' links at `…/links`, and mark memberships as paid at `…/membership`.
 */
export function doorApp(site: Source): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { db } = site;

  const answer = peopleAnswerer(site);

  app.on(['GET', 'POST'], '/door/:token/people', async (c) => {
    const token = keyOf(c, 'token');
    const link = await findDoorLink(db, token);
    if (!link) throw new NotFound(UNKNOWN);
    const ask: AskRight = async (at) => {
      if (!(await findDoorLink(at, token))) throw new NotFound(UNKNOWN);
    };
    const { id: limitKey, event, showsAnswers, showsPayments } = link;
    return answer(c, { eventKey: event.key, limitKey, showsAnswers, showsPayments, marksMembers: false, ask });
  });
  const adminPaths = ['people', 'links'].map((name) => `/admin/events/:id/door/${name}`);
  for (const path of adminPaths) app.use(path, requireRole(db, 'handle responses'));
  app.use(MEMBERSHIP, requireRole(db, 'handle members'));
  app.on(['GET', 'POST'], '/admin/events/:id/door/people', (c) => {
    const eventKey = keyOf(c, 'id');
    const actor = c.get('actor');
    const shown = { showsAnswers: true, showsPayments: true, marksMembers: can(actor?.role, 'handle members') };
    const ask: AskRight = async (at) => {
      await askRole(site.auth, c)(at);
      await requireOn(at, actor, 'handle responses', [eventKey]);
    };
    return answer(c, { eventKey, limitKey: `${actor?.uid}/${eventKey}`, ...shown, ask });
  });
  addLinks(app, site);
  addMembership(app, site);
  for (const path of ['/door/:token/people', MEMBERSHIP, ...adminPaths])
    app.all(path, () => problemResponse(problem(405, 'This cannot be done here.')));
  return app;
}

/** Answers with who is expected, and takes what is done at the door. */
function peopleAnswerer(site: Source) {
  const { db } = site;
  const limitsOf = doorLimits(db);
  return async (
    c: Context<AppEnv>,
    { eventKey, limitKey, ask, showsPayments, ...shown }: Bearer,
  ): Promise<Response> => {
    const limit = limitsOf(limitKey);
    const list = async () => {
      await ask(db);
      const { membership, club } = site.club;
      const payments = showsPayments ? site.mailing : undefined;
      return viewDoor(db, eventKey, { membership, timeZone: club.timeZone, payments, ...shown });
    };
    if (c.req.method !== 'POST') {
      const wait = await limit.look();
      return wait === undefined ? c.json({ list: await list() }, 200, HEADERS) : busy(wait);
    }
    const wait = await limit.send();
    if (wait !== undefined) return busy(wait);
    // The sender may take minutes and lose the right meanwhile, so it is checked again where the work is done.
    const batch = await readCommand(c.req.raw, doorBatch);
    const waitForAll = await limit.doAll(batch);
    if (waitForAll !== undefined) return busy(waitForAll);
    const outcomes = await recordDoorActions(withRight(db, ask), site.mailing, eventKey, batch, {
      marksPayments: showsPayments,
    });
    return c.json({ outcomes, list: await list() }, 200, HEADERS);
  };
}

function addLinks(app: Hono<AppEnv>, { db, settings, clock }: Source): void {
  app.post('/admin/events/:id/door/links', async (c) => {
    await requireDoor(db, keyOf(c, 'id'));
    const isEmpty = Number(c.req.header('content-length') ?? 0) === 0;
    const command = isEmpty ? {} : await readCommand(c.req.raw, newLink);
    const token = await makeDoorLink(c.get('db'), c.get('actor'), keyOf(c, 'id'), command);
    const url = `${settings.publicUrl}/door/${token}`;
    const until = (await findDoorLink(db, token))?.until;
    const worksUntil = until === undefined ? '' : formatMoment(until, clock);
    return c.json({ url, picture: qrCodePicture(url), worksUntil }, 201, HEADERS);
  });
  app.delete('/admin/events/:id/door/links', async (c) => {
    await revokeDoorLinks(c.get('db'), c.get('actor'), keyOf(c, 'id'));
    return c.body(null, 204, HEADERS);
  });
}

function addMembership(app: Hono<AppEnv>, site: Source): void {
  app.post(MEMBERSHIP, async (c) => {
    const { membership, club } = site.club;
    if (!membership) throw new NotFound('This club keeps no members here.');
    const { key } = await readCommand(c.req.raw, paying);
    const who = { eventKey: keyOf(c, 'id'), key, yearStartsIn: club.yearStartsIn };
    return c.json(await payAtDoor(c.get('db'), c.get('actor'), site.mailing, who), 200, HEADERS);
  });
  app.delete(MEMBERSHIP, async (c) => {
    const sent = await readCommand(c.req.raw, takingBack);
    const who = { eventKey: keyOf(c, 'id'), ...sent };
    await undoPaymentAtDoor(c.get('db'), c.get('actor'), site.club.club.timeZone, who);
    return c.body(null, 204, HEADERS);
  });
}
