import { readPage } from '../../read-answer.ts';
import { listPageFiles } from '../../ui/offline/page-files.ts';
import { cacheOf } from './find-cached-card.ts';

/** Keeps this card on the phone with everything that its page needs, so that it opens without a network. */
export async function cacheCard(card: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  const { default: workerUrl } = await import('./card.worker.ts?worker&url');
  await navigator.serviceWorker.register(workerUrl, { scope: card, type: import.meta.env.DEV ? 'module' : 'classic' });
  const [page, data] = await Promise.all([fetch(card, { headers: { accept: 'text/html' } }), fetch(`${card}.data`)]);
  // The router's data has its own content type; anything else, such as an error page, is not kept.
  if (!data.ok || !data.headers.get('content-type')?.startsWith('text/x-script')) return;
  const files = await listPageFiles(await readPage(page.clone()), { loaded: true });
  const cache = await caches.open(cacheOf(card));
  const known = new Set((await cache.keys()).map(pathOf));
  await cache.addAll(files.filter((file) => !known.has(file)));
  await cache.put(`${card}.data`, data);
  await cache.put(card, page);
  const needed = new Set([card, `${card}.data`, ...files]);
  for (const request of await cache.keys()) if (!needed.has(pathOf(request))) await cache.delete(request);
}

function pathOf({ url }: Request): string {
  return new URL(url).pathname;
}
