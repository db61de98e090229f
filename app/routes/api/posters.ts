import { Hono, type Context } from 'hono';
import { requireRole } from '../../auth/middleware.server.ts';
import { formatCardStart, type ClubClock } from '../../time/club-time.ts';
import { withMark } from '../../domain/events/titles.ts';
import type { ClubEvent } from '../../domain/events/event.ts';
import { findAnyEvent } from '../../domain/events/with-drafts.ts';
import { findPreview } from '../../domain/events/preview.ts';
import { findPublicEvent } from '../../domain/events/read-events.ts';
import { isPublic } from '../../domain/events/visibility.ts';
import { seesDraftOf } from '../../domain/events/rights.ts';
import { can } from '../../domain/roles.ts';
import { drawPoster } from '../../posters/draw-poster.ts';
import { drawShareImage, type ShareInput } from '../../posters/draw-share-image.ts';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { readOnly } from './answer.ts';
import { createCachedImages, sendImage } from './cached-images.ts';
import { findOwnImage, readOwnImage } from './own-image.ts';

type Needed = Pick<Site, 'club' | 'clock' | 'db' | 'storage' | 'bus'>;

/** The future poster of an event that somebody is editing. */
const PREVIEW = '/admin/poster.svg';
/** The longest title or key in characters, as neither has to belong to an event yet. */
const MOST_ASKED = 768;

export function postersApp(site: Needed): Hono<AppEnv> {
  const { clock, db, storage, bus } = site;
  const { accent } = site.club.club;
  const images = createCachedImages(storage);
  const app = new Hono<AppEnv>();

  app.get('/events/:key/poster.svg', async (c) => {
    const event = await findShown(site, c, c.req.param('key'));
    if (!event) return noSuchEvent(c);
    const { key } = event;
    // For a page that shows the title beside the poster.
    const title = c.req.query('wordless') === undefined ? event.title : '';
    const make = async () => Buffer.from(await drawPoster({ key, title, accent }));
    const image = await images.image({ kind: 'poster', key, inputs: [title, accent], extension: 'svg', make });
    return sendImage(c, image, lastingVersion(event));
  });

  app.use(PREVIEW, requireRole(db, 'change events'));
  readOnly(app, PREVIEW, async (c) => {
    const title = c.req.query('wordless') === undefined ? asked(c, 'title') : '';
    const svg = await drawPoster({ key: asked(c, 'key'), title, accent });
    return c.body(svg, 200, { 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': CACHE_CONTROL.private });
  });

  app.get('/events/:key/share.png', async (c) => {
    const event = await findShown(site, c, c.req.param('key'));
    if (!event) return noSuchEvent(c);
    const { key, title } = event;
    const text = { title, when: startOf(event, clock), clubName: site.club.club.name, accent };
    const own = await findOwnImage(storage, event);
    const make = async () => shareImage(storage, text, own, key);
    const inputs = [...Object.values(text), own];
    const image = await images.image({ kind: 'share', key, inputs, extension: 'png', make });
    return sendImage(c, image, lastingVersion(event));
  });

  app.get('/share.png', async (c) => {
    const { name, tagline, shortName } = site.club.club;
    const text = { title: name, when: tagline, clubName: shortName, accent };
    const make = async () => shareImage(storage, text, undefined, name);
    const inputs = Object.values(text);
    return sendImage(c, await images.image({ kind: 'club', key: 'share', inputs, extension: 'png', make }));
  });

  // A sharing image may show the picture of an event that is gone or no longer public.
  bus.subscribe((changes) => {
    for (const { topic, key } of changes) {
      if (topic !== 'event' && topic !== 'draft') continue;
      forgetIfGone(key).catch((error: unknown) =>
        console.error(`The generated images of event ${key} cannot be deleted: ${String(error)}`),
      );
    }
  });

  async function forgetIfGone(key: string): Promise<void> {
    if (!(await findPublicEvent(db, key))) await images.forget(key, ['poster', 'share']);
  }

  return app;
}

function asked(c: Context, name: string): string {
  return (c.req.query(name) ?? '').slice(0, MOST_ASKED);
}

/** No cache may keep this answer: the event may be published soon. */
function noSuchEvent(c: Context): Response {
  return c.text("Event doesn't exist.", 404, { 'cache-control': 'no-store' });
}

/** undefined for a draft, whose image must not be kept by anyone who may not see it later. */
function lastingVersion(event: ClubEvent): number | undefined {
  return isPublic(event) ? event.version : undefined;
}

/** Drafts are shown only to officers, and to anyone who has the link. */
async function findShown({ db }: Needed, c: Context<AppEnv>, key: string): Promise<ClubEvent | undefined> {
  const event = await findPublicEvent(db, key);
  if (event) return event;
  const actor = c.get('actor');
  const any = can(actor?.role, 'see content') ? await findAnyEvent(db, key) : undefined;
  if (any && (isPublic(any) || seesDraftOf(actor, any.committee || null))) return any;
  const token = c.req.query('preview');
  return token === undefined ? undefined : findPreview(db, key, token);
}

function startOf(event: ClubEvent, clock: ClubClock): string {
  const { hiddenDate, customDate } = event;
  const start = hiddenDate ? customDate : event.start === null ? '' : formatCardStart(event.start, clock);
  return event.cancelled ? withMark(event, start) : start;
}

async function shareImage(
  storage: Site['storage'],
  text: Omit<ShareInput, 'picture'>,
  own: string | undefined,
  key: string,
): Promise<Buffer> {
  if (own) {
    try {
      return await drawShareImage({ ...text, picture: await readOwnImage(storage, own) });
    } catch (error) {
      console.error(`The image ${own} cannot be shown when shared: ${String(error)}`);
    }
  }
  return drawShareImage({ ...text, picture: await drawPoster({ key, title: '', accent: text.accent }) });
}
