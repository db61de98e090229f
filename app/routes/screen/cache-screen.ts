import { readPage } from '../../read-answer.ts';
import { listPageFiles } from '../../ui/offline/page-files.ts';
import { CACHE, SCREEN } from './find-cached-screen.ts';

declare global {
  /** The router's list of routes. Its version, which is part of its address, identifies the build. */
  var __reactRouterManifest: { version: string } | undefined;
}

/** The most bytes for all pictures together. */
const MOST_BYTES = 30_000_000;
/** The assumed size of a picture that does not say its own. */
const USUAL_BYTES = 200_000;
/** The server gives its time in whole seconds, so smaller differences count as none. */
const MOST_SKEW_MS = 2000;

interface FetchedScreen {
  html: string;
  /** The site has another build than this page. */
  isNewBuild: boolean;
  /** How far the server's clock is ahead of this one, in milliseconds; undefined if the answer took too long. */
  offset: number | undefined;
}

/** The present screen, as the server shows it to everybody. */
export async function fetchScreen(): Promise<FetchedScreen> {
  const sentAt = Date.now();
  const answer = await fetch(SCREEN, { headers: { accept: 'text/html' }, credentials: 'omit', cache: 'no-store' });
  const answeredAt = Date.now();
  const html = await readPage(answer);
  const { version: build = '' } = globalThis.__reactRouterManifest ?? {};
  const said = Date.parse(answer.headers.get('date') ?? '');
  return { html, isNewBuild: !html.includes(build), offset: offsetBetween(sentAt, answeredAt, said) };
}

function offsetBetween(sentAt: number, answeredAt: number, said: number): number | undefined {
  // Also if the display slept meanwhile.
  if (!(Math.abs(answeredAt - sentAt) < MOST_SKEW_MS) || Number.isNaN(said)) return undefined;
  const offset = said + 500 - (sentAt + answeredAt) / 2;
  return Math.abs(offset) > MOST_SKEW_MS ? offset : 0;
}

/** Caches the page and everything that it needs, the page last, so that a cached page is always complete. */
export async function cacheScreen({ html, isNewBuild }: FetchedScreen, pictures: string[]): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  const { default: workerUrl } = await import('./screen.worker.ts?worker&url');
  await navigator.serviceWorker.register(workerUrl, {
    scope: SCREEN,
    type: import.meta.env.DEV ? 'module' : 'classic',
  });
  const cache = await caches.open(CACHE);
  const files = await listPageFiles(html, { loaded: !isNewBuild });
  const known = new Set((await cache.keys()).map(addressOf));
  await cache.addAll(files.filter((file) => !known.has(file)));
  const cached = await cachePictures(cache, pictures);
  await cache.put(SCREEN, new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }));
  const needed = new Set([SCREEN, ...files, ...cached]);
  for (const request of await cache.keys()) if (!needed.has(addressOf(request))) await cache.delete(request);
}

/** Caches pictures of this site while there is room. A picture that cannot be loaded now is tried again next time. */
async function cachePictures(cache: Cache, pictures: string[]): Promise<string[]> {
  const cached: string[] = [];
  let room = MOST_BYTES;
  for (const picture of pictures.filter((address) => address.startsWith('/'))) {
    const answer = (await cache.match(picture)) ?? (await fetch(picture).catch(() => undefined));
    if (!answer?.ok) continue;
    const bytes = Number(answer.headers.get('content-length') ?? USUAL_BYTES);
    if (bytes > room) {
      await answer.body?.cancel();
      continue;
    }
    room -= bytes;
    await cache.put(picture, answer);
    cached.push(picture);
  }
  return cached;
}

function addressOf({ url }: Request): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
