import { buffer } from 'node:stream/consumers';
import { Hono, type Context } from 'hono';
import { formatCardStart } from '../../domain/events/club-time.ts';
import type { ClubEvent } from '../../domain/events/event.ts';
import { findEvent } from '../../domain/events/find-event.ts';
import { drawIcon, drawIconPng } from '../../domain/posters/draw-icon.ts';
import { drawPoster } from '../../domain/posters/draw-poster.ts';
import { drawShareImage, type ShareInput } from '../../domain/posters/draw-share-image.ts';
import { guidOf } from '../../domain/uploads/stored-file.ts';
import type { Site } from '../../http/context.server.ts';
import type { Handed } from '../../server.ts';
import { createKeptImages, type KeptImage } from './kept-images.ts';

type Needed = Pick<Site, 'club' | 'clock' | 'db' | 'storage' | 'bus'>;

const PNG_ICONS = [
  { path: '/icon-192.png', size: 192, shape: 'rounded' },
  { path: '/icon-512.png', size: 512, shape: 'rounded' },
  { path: '/icon-maskable.png', size: 512, shape: 'masked' },
  // A phone rounds this one itself.
  { path: '/apple-touch-icon.png', size: 180, shape: 'square' },
] as const;

/** What the site draws itself: events' posters, sharing images and the club's icons, each made once and kept. */
export function postersApp({ club: config, clock, db, storage, bus }: Needed): Hono<Handed> {
  const { club } = config;
  const { accent, shortName } = club;
  const images = createKeptImages(storage);
  const app = new Hono<Handed>();

  app.get('/events/:key/poster.svg', async (c) => {
    const event = await findEvent(db, c.req.param('key'));
    if (!event) return c.text("Event doesn't exist.", 404);
    const { key, title } = event;
    const make = async () => Buffer.from(await drawPoster({ key, title, accent }));
    const image = await images.image({ kind: 'poster', key, inputs: [title, accent], extension: 'svg', make });
    return answer(c, image, event.version);
  });

  app.get('/events/:key/share.png', async (c) => {
    const event = await findEvent(db, c.req.param('key'));
    if (!event) return c.text("Event doesn't exist.", 404);
    const { key, title } = event;
    const text = { title, when: startOf(event), clubName: club.name, accent };
    const own = await ownImage(event);
    const make = async () => shareImage(text, own, key);
    const inputs = [...Object.values(text), own];
    return answer(c, await images.image({ kind: 'share', key, inputs, extension: 'png', make }), event.version);
  });

  app.get('/share.png', async (c) => {
    const text = { title: club.name, when: club.tagline, clubName: shortName, accent };
    const make = async () => shareImage(text, undefined, club.name);
    const inputs = Object.values(text);
    return answer(c, await images.image({ kind: 'club', key: 'share', inputs, extension: 'png', make }));
  });

  app.get('/icon.svg', async (c) => {
    const make = async () => Buffer.from(await drawIcon({ shortName, accent, shape: 'rounded' }));
    const inputs = [shortName, accent];
    return answer(c, await images.image({ kind: 'club', key: 'icon', inputs, extension: 'svg', make }));
  });

  for (const { path, size, shape } of PNG_ICONS) {
    app.get(path, async (c) => {
      const make = () => drawIconPng({ shortName, accent, shape }, size);
      const inputs = [shortName, accent, size, shape];
      return answer(c, await images.image({ kind: 'club', key: path, inputs, extension: 'png', make }));
    });
  }

  // A sharing image may show the picture of an event that is gone.
  bus.subscribe((changes) => {
    for (const { topic, key } of changes) if (topic === 'event') void forgetIfGone(key);
  });

  async function forgetIfGone(key: string): Promise<void> {
    try {
      if (!(await findEvent(db, key))) await images.forget(key, ['poster', 'share']);
    } catch (error) {
      console.error(`The generated images of event ${key} cannot be deleted: ${String(error)}`);
    }
  }

  function startOf({ hiddenDate, customDate, start }: ClubEvent): string {
    if (hiddenDate) return customDate;
    return start === null ? '' : formatCardStart(start, clock);
  }

  /** Where the event's own image is stored; undefined without one, or when it is on another host or missing. */
  async function ownImage({ image }: ClubEvent): Promise<string | undefined> {
    if (!image?.path || !guidOf(image)) return undefined;
    const path = `${image.path}/${image.name}`;
    return (await storage.exists(path).catch(() => false)) ? path : undefined;
  }

  /** The event's own picture beside the text or, where it cannot be used, the forms of its poster: the title is there. */
  async function shareImage(text: Omit<ShareInput, 'picture'>, own: string | undefined, key: string): Promise<Buffer> {
    if (own) {
      try {
        return await drawShareImage({ ...text, picture: await buffer(await storage.read(own)) });
      } catch (error) {
        console.error(`The image ${own} cannot be shown when shared: ${String(error)}`);
      }
    }
    return drawShareImage({ ...text, picture: await drawPoster({ key, title: '', accent }) });
  }

  return app;
}

/** An address that names the event's version never changes what it shows; any other is asked about again. */
function answer(c: Context<Handed>, { body, contentType, etag }: KeptImage, version?: number): Response {
  const lasting = version !== undefined && c.req.query('v') === String(version);
  const headers: Record<string, string> = {
    etag,
    'content-type': contentType,
    'cache-control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304, headers);
  return c.body(body, 200, { ...headers, 'content-length': String(body.length) });
}
