import { Hono, type Context } from 'hono';
import { requireRole } from '../../auth/middleware.server.ts';
import { dscCards, listDscCards } from '../../domain/dsc.ts';
import { startOfToday } from '../../time/club-time.ts';
import type { ClubEvent } from '../../domain/events/event.ts';
import { eventRecord } from '../../domain/events/public-record.ts';
import {
  findPublicEvent,
  findNextEvent,
  listFutureEvents,
  pageAllEvents,
  pagePastEvents,
} from '../../domain/events/read-events.ts';
import { execs, listExecs } from '../../domain/execs.ts';
import { food, FOOD_SECTIONS, listFood } from '../../domain/food.ts';
import { publicRecords } from '../../domain/records/define.ts';
import { findForm, findPublicForm, formRecord } from '../../domain/forms/event-form.ts';
import { placesOf } from '../../domain/dependency.ts';
import { listResponses } from '../../domain/responses/list-responses.ts';
import { readFilesRecord } from '../../domain/slideshow.ts';
import type { CachePolicy } from '../../http/context.server.ts';
import {
  countLimitedOptions,
  findPersonFormOf,
  placesPolicy,
  viewPlaces,
  type Places,
} from '../../domain/sign-ups/places.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import type { AppEnv } from '../../http/env.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { readEventFilter } from './read-event-filter.ts';
import { keyOf, openJson, openJsonList, readOnly, type ListSource } from './answer.ts';

/**
 * The JSON lists (product.md 12), readable from any website. Mount it behind all other addresses below /api: the rest is 404.
 * An unknown `set` or `current` is 400, an unknown section an empty list, an unknown form `{ "fields": [] }`.
 */
export function listsApp(site: ListSource): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  readOnly(app, '/api/events', (c) => answerEvents(c, site));
  readOnly(app, '/api/events/:key', (c) => answerEvent(c, site));
  readOnly(app, '/api/events/:key/places', (c) => answerPlaces(c, site));
  readOnly(app, '/api/execs', (c) => answerExecs(c, site));
  readOnly(app, '/api/food', (c) => answerFood(c, site));
  readOnly(app, '/api/dsc', async (c) => {
    const cards = await listDscCards(site.db);
    cacheUntil(c, { topics: ['dsc'] });
    return openJson(c, publicRecords(dscCards, cards));
  });
  readOnly(app, '/api/files', async (c) => {
    const files = await readFilesRecord(site.db);
    cacheUntil(c, { topics: ['files'] });
    return openJson(c, files);
  });
  readOnly(app, '/api/forms/:formId', async (c) => {
    const form = formRecord(await findPublicForm(site.db, keyOf(c, 'formId')));
    // Only existing forms are cached: made-up ids would push useful answers out of memory.
    if (form.fields.length > 0) cacheUntil(c, { topics: ['form', 'event'] });
    return openJson(c, form);
  });
  app.use('/api/entries/*', requireRole(site.db, 'handle responses', { isAskedLater: true }));
  readOnly(app, '/api/entries/:formId', async (c) => {
    const responses = await listResponses(site.db, c.get('actor'), { kind: 'event', id: keyOf(c, 'formId') });
    const records = responses.map(({ key, answers }) => ({ $key: key, ...answers }));
    return c.json(records, 200, { 'cache-control': CACHE_CONTROL.private });
  });
  app.all('/api/*', (c) => openJson(c, { error: 'There is no such address.' }, 404));
  return app;
}

async function answerEvents(c: Context<AppEnv>, { db, clock }: ListSource): Promise<Response> {
  const midnight = startOfToday(clock.timeZone);
  const toRecord = (event: ClubEvent) => eventRecord(event, midnight);
  const { of, query: asked } = await readEventFilter(db, c);
  const query = { set: c.req.query('set') ?? null, ...asked };
  const ofToday: CachePolicy = { topics: ['event', 'committee'], query, untilMidnight: true };
  const open = (events: ClubEvent[]) => {
    cacheUntil(c, ofToday);
    return openJson(c, events.map(toRecord));
  };
  switch (c.req.query('set') ?? 'all') {
    case 'future':
      return open(await listFutureEvents(db, midnight, of));
    case 'next':
    case 'next-dsc': {
      const next = await findNextEvent(db, midnight, c.req.query('set') === 'next-dsc', of);
      return open(next ? [next] : []);
    }
    case 'past':
      return openJsonList(c, pagePastEvents(db, midnight, of), toRecord, ofToday);
    case 'all':
      return openJsonList(c, pageAllEvents(db, of), toRecord, ofToday);
    default:
      return openJson(c, { error: 'set must be one of future, past, all, next, next-dsc.' }, 400);
  }
}

async function answerEvent(c: Context<AppEnv>, { db, clock }: ListSource): Promise<Response> {
  const event = await findPublicEvent(db, keyOf(c, 'key'));
  if (!event) return openJson(c, { error: "Event doesn't exist." }, 404);
  cacheUntil(c, { topics: ['event'], untilMidnight: true });
  return openJson(c, eventRecord(event, startOfToday(clock.timeZone)));
}

const ASKS_NOBODY: Places = { places: null, taken: 0, waiting: 0, state: 'none' };

async function answerPlaces(c: Context<AppEnv>, { db, club: { membership }, clock }: ListSource): Promise<Response> {
  const event = await findPublicEvent(db, keyOf(c, 'key'));
  if (!event) return openJson(c, { error: "Event doesn't exist." }, 404);
  const personForm = await findPersonFormOf(db, event, clock.timeZone);
  const form = event.formId === null ? undefined : await findForm(db, event.formId);
  const counts = form ? await countLimitedOptions(db, personForm, form) : {};
  const options = Object.keys(counts).length > 0 ? { options: counts } : {};
  cacheUntil(c, { topics: ['event', 'form', ...(form ? placesOf(event.key) : [])] });
  if (!personForm) return openJson(c, { ...ASKS_NOBODY, ...options });
  cacheUntil(c, placesPolicy(event.key, personForm, clock.timeZone));
  return openJson(c, { ...(await viewPlaces(db, personForm, { clock, membership })), ...options });
}

const EXECS = new Map([
  [undefined, [true, false]],
  ['true', [true]],
  ['false', [false]],
]);

async function answerExecs(c: Context<AppEnv>, { db }: ListSource): Promise<Response> {
  const current = c.req.query('current');
  const groups = EXECS.get(current);
  if (!groups) return openJson(c, { error: 'current must be true or false.' }, 400);
  const listed = await Promise.all(groups.map((isCurrent) => listExecs(db, isCurrent)));
  cacheUntil(c, { topics: ['exec'], query: { current: current ?? null } });
  return openJson(c, publicRecords(execs, listed.flat()));
}

async function answerFood(c: Context<AppEnv>, { db }: ListSource): Promise<Response> {
  const section = c.req.query('section');
  const isUsual = section === undefined || FOOD_SECTIONS.some((known) => known === section);
  const items = await listFood(db, section);
  // Made-up sections are answered but not cached: they would push useful answers out of memory.
  if (isUsual) cacheUntil(c, { topics: ['food'], query: { section: section ?? null } });
  return openJson(c, publicRecords(food, items));
}
