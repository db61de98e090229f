import { CARD_LINK, parametersOf } from '../../addresses.ts';
import { askInTime, takeOver, type WorkerScope } from '../../ui/offline/worker.ts';
import { cacheOf, findCachedCard } from './find-cached-card.ts';

declare const self: WorkerScope;

/**
 * Only a card's own page, its data and the site's scripts and styles are answered from the phone. What is cached is
 * decided in cache-card.ts.
 */
takeOver(self, (event, pathname) => {
  const { request } = event;
  const card = pathname.replace(/\.data$/, '');
  if (parametersOf(CARD_LINK, card)) event.respondWith(openCard(request, card));
  else if (pathname.startsWith('/assets/')) event.respondWith(findFile(request));
});

/** Any card's cache will do: a file's name changes with its content. */
async function findFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/** The newest version while there is a network, else what is cached. */
async function openCard(request: Request, card: string): Promise<Response> {
  const cached = await findCachedCard(card, request);
  if (!cached) return fetch(request);
  const answer = await askInTime(request);
  if (!answer) return cached;
  // Its owner is no longer on the list: nothing of the card stays on this phone.
  if (!answer.ok) await caches.delete(cacheOf(card));
  return answer;
}
