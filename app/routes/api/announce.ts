import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { requireRole } from '../../auth/middleware.server.ts';
import { eventName } from '../../domain/events/titles.ts';
import type { ClubEvent } from '../../domain/events/event.ts';
import { viewGlance } from '../../domain/events/event-view.ts';
import { findAnyEvent } from '../../domain/events/with-drafts.ts';
import type { AppEnv } from '../../http/env.ts';
import { attachment } from '../../http/headers/attachment.ts';
import { problem, problemResponse } from '../../http/problem.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import { TooCostly } from '../../limits/child-process.ts';
import { drawKitFile, QueueFull, type KitOrder } from '../../posters/announce-kit/draw-kit-file.ts';
import { KIT_FILES, type KitContent, type KitFile, type KitWords } from '../../posters/announce-kit/kit.ts';
import { findUnsetWords } from '../../posters/announce-kit/unset-words.ts';
import type { Site } from '../../site.ts';
import { keyOf, readOnly } from './answer.ts';
import { findOwnImage, readOwnImage } from './own-image.ts';

type Needed = Pick<Site, 'club' | 'clock' | 'db' | 'storage' | 'settings'>;
type Bytes = Uint8Array<ArrayBuffer>;

const PATH = '/admin/events/:key/announce/:file';
/** The pictures and posters of two events: an officer who has seen a picture asks for it again, to download it. */
const MOST_CACHED = 10;
const MOST_NAME_CHARACTERS = 60;
const BUSY = 'Many pictures are being drawn right now. Please try again in a moment.';
const COSTLY = 'The picture could not be drawn: the event’s picture is too complex. Try another one.';

/** No cache stores them: only officers may see the pictures of a draft. */
export function announceApp(site: Needed): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const draw = cacheDrawn();
  app.use(PATH, requireRole(site.db, 'change events'));
  readOnly(app, PATH, async (c) => {
    const file = KIT_FILES.find((name) => name === c.req.param('file'));
    const event = file && (await findAnyEvent(site.db, keyOf(c, 'key')));
    if (!event) return problemResponse(problem(404, "Event doesn't exist."));
    const words = wordsOf(site, event);
    const { letters } = await findUnsetWords(words);
    if (letters) return problemResponse(problem(422, lacks(letters)));
    if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(event, file));
    try {
      return c.body(await draw(await orderOf(site, event, words, file)), 200, headersOf(event, file));
    } catch (error) {
      return refuse(error);
    }
  });
  return app;
}

function lacks(letters: string): string {
  return `The picture is not drawn: the site’s typefaces have no letters for ${letters}`;
}

function refuse(error: unknown): Response {
  if (error instanceof QueueFull) return problemResponse(problem(503, BUSY), { 'retry-after': '5' });
  if (error instanceof TooCostly) return problemResponse(problem(422, COSTLY));
  throw error;
}

function headersOf({ title }: ClubEvent, file: KitFile): Record<string, string> {
  return {
    'content-type': file.endsWith('.pdf') ? 'application/pdf' : 'image/png',
    'content-disposition': attachment(fileNameOf(title, file)),
    'cache-control': CACHE_CONTROL.private,
  };
}

function wordsOf({ club: { club }, clock, settings }: Needed, event: ClubEvent): KitWords {
  return {
    title: eventName(event.title),
    presenter: event.presenter,
    when: viewGlance(event, clock),
    place: event.location,
    mark: event.cancelled ? 'CANCELLED' : event.tentative ? 'TENTATIVE' : null,
    clubName: club.name,
    address: `${settings.publicUrl}/events/${encodeURIComponent(event.key)}`,
  };
}

async function orderOf(site: Needed, event: ClubEvent, words: KitWords, file: KitFile): Promise<KitOrder> {
  const path = await findOwnImage(site.storage, event);
  const content: KitContent = {
    ...words,
    key: event.key,
    accent: site.club.club.accent,
    picture: path === undefined ? null : await readOwnImage(site.storage, path),
  };
  return { file, content, language: site.clock.locale };
}

/** Keeps the last drawings by their content. Two requests for the same drawing at once share it. */
function cacheDrawn(): (order: KitOrder) => Promise<Bytes> {
  const drawn = new LRUCache<string, Bytes, KitOrder>({
    max: MOST_CACHED,
    ignoreFetchAbort: true,
    fetchMethod: (_name, _before, { context }) => drawKitFile(context),
  });
  return (order) => {
    const { picture, ...content } = order.content;
    const said = JSON.stringify([order.file, order.language, content]);
    const name = createHash('sha256')
      .update(said)
      .update(picture ?? '')
      .digest('hex');
    return drawn.forceFetch(name, { context: order });
  };
}

/** 'game-night-poster.pdf', or 'event-poster.pdf' if nothing of the title is ASCII. */
function fileNameOf(title: string, file: KitFile): string {
  const plain = title
    .slice(0, 1000)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MOST_NAME_CHARACTERS)
    .replace(/-$/, '');
  return `${slug || 'event'}-${file}`;
}
