import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dependency } from '../../domain/dependency.ts';
import type { Addresses, CanonicalRequest } from './canonical-address.ts';
import { acceptedEncoding, type Encoding } from './encodings.ts';
import { createPageStore, entryOf, type CacheEntry, type PageStore } from './page-store.ts';
import { makeReady, writeReady, writeStream, type Ready, type Rendered } from './write-answer.ts';

type PageAnswer = Rendered | Response | CacheEntry;

interface Run {
  /** The store's, when rendering began. */
  startRevision: number;
  /** In the order they came. */
  waitingRequests: [IncomingMessage, ...IncomingMessage[]];
  made: Promise<PageAnswer>;
}

/** What the renderer knows about the requests that wait for an answer. */
export interface CacheRequest {
  /** Who asked first. */
  request: IncomingMessage;
  /** Whether everyone who waited for it has left. */
  hasLeft: () => boolean;
  /** Whether this address was cached before: rendering it again is then not charged to whoever happens to ask first. */
  wasCached: boolean;
}

export interface PageCacheOptions {
  /** A whole page, or a stream where the answer may be long and is not cached. */
  render: (url: string, wanted: CacheRequest) => Promise<Rendered | Response>;
  addresses: Addresses;
  /** In epoch milliseconds. */
  endOfDay: () => number;
  maxBytes?: number;
  /** Called when a visitor followed a short link. */
  onVisit?: (link: string, request: IncomingMessage) => void;
}

export interface PageCache {
  answerCached: (request: IncomingMessage, response: ServerResponse) => number | undefined;
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<'hit' | 'miss'>;
  drop: (topics: Iterable<Dependency>) => void;
  size: () => CacheSize;
}

export interface CacheSize {
  entries: number;
  bytes: number;
  maxBytes: number;
  renders: number;
  hits: number;
  misses: number;
}

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const WORTH_ENCODING = 1024;

/** Renders each address once per change, even under a stampede. The least recently used answers are dropped first. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { addresses, maxBytes = DEFAULT_MAX_BYTES, onVisit } = options;
  const store = createPageStore(maxBytes);
  const renders = createRenders(store, options);
  let hits = 0;
  let misses = 0;

  async function write(
    made: PageAnswer,
    request: IncomingMessage,
    response: ServerResponse,
    encoding: Encoding,
  ): Promise<void> {
    if (made instanceof Response) return writeStream(request, response, made);
    if (isEntry(made)) return writeReady(request, response, await prepare(store, made, encoding));
    const worthwhile = made.body.length > WORTH_ENCODING ? encoding : 'identity';
    return writeReady(request, response, await makeReady(made, worthwhile));
  }

  return {
    answerCached(request, response) {
      const encoding = acceptedEncoding(request.headers['accept-encoding']);
      const entry = store.find(request.url ?? '/');
      const ready = entry?.ready[encoding];
      if (!ready) return undefined;
      hits++;
      writeReady(request, response, ready);
      if (entry.visits !== undefined) onVisit?.(entry.visits, request);
      return response.statusCode === 304 ? 0 : ready.body.length;
    },
    async answer(request, response) {
      const url = request.url ?? '/';
      const canonical = addresses.read(url);
      const cached = canonical && store.find(canonical.url);
      if (cached) hits++;
      else misses++;
      const made = cached ?? (await renders.obtain(url, request));
      await write(made, request, response, acceptedEncoding(request.headers['accept-encoding']));
      const visits = visitsOf(made);
      if (visits !== undefined) onVisit?.(visits, request);
      return cached ? 'hit' : 'miss';
    },
    drop: store.drop,
    size: () => ({ ...store.size(), maxBytes, renders: renders.count(), hits, misses }),
  };
}

function createRenders(store: PageStore, { render, addresses, endOfDay }: PageCacheOptions) {
  const running = new Map<string, Run>();
  let count = 0;

  function renderFor(url: string, waitingRequests: Run['waitingRequests']): Promise<Rendered | Response> {
    count++;
    const hasLeft = () => waitingRequests.every(({ socket }) => !socket.writable);
    return render(url, { request: waitingRequests[0], hasLeft, wasCached: store.wasCached(url) });
  }

  async function fill(canonical: CanonicalRequest, waitingRequests: Run['waitingRequests']): Promise<PageAnswer> {
    const startRevision = store.revision();
    const endOfThisDay = endOfDay();
    const rendered = await renderFor(canonical.url, waitingRequests);
    if (rendered instanceof Response || !rendered.cachePolicy) return rendered;
    if (addresses.settle(canonical, rendered.cachePolicy.query) !== canonical.url) return rendered;
    const entry = entryOf(canonical.url, rendered, rendered.cachePolicy, endOfThisDay);
    store.keep(entry, startRevision);
    return entry;
  }

  function start(canonical: CanonicalRequest, request: IncomingMessage): Promise<PageAnswer> {
    const waitingRequests: Run['waitingRequests'] = [request];
    const made = fill(canonical, waitingRequests).finally(() => running.delete(canonical.url));
    running.set(canonical.url, { startRevision: store.revision(), waitingRequests, made });
    return made;
  }

  return {
    count: () => count,
    /** The cached answer, or the one being rendered if nothing it shows has changed since rendering began. */
    async obtain(url: string, request: IncomingMessage): Promise<PageAnswer> {
      for (;;) {
        const canonical = addresses.read(url);
        if (!canonical) return renderFor(url, [request]);
        const hit = store.find(canonical.url);
        if (hit) return hit;
        const run = running.get(canonical.url);
        if (!run) return start(canonical, request);
        run.waitingRequests.push(request);
        const [revision, now] = [store.revision(), Date.now()];
        const made = await run.made;
        if (isEntry(made)) {
          const isCurrent = run.startRevision === revision || !store.isChangedSince(made, run.startRevision);
          if (isCurrent && made.expires > now) return made;
        } else if (addresses.read(url)?.url === canonical.url) {
          // An answer that is not cached is not shared either: a stream can be read once, and a refusal depends on its request.
          return fill(canonical, [request]);
        }
      }
    },
  };
}

async function prepare(store: PageStore, entry: CacheEntry, encoding: Encoding): Promise<Ready> {
  const known = entry.ready[encoding] ?? entry.making[encoding];
  if (known) return known;
  const making = makeReady(entry.rendered, encoding, entry.hash);
  entry.making[encoding] = making;
  const ready = await making.finally(() => delete entry.making[encoding]);
  store.addReady(entry, encoding, ready);
  return ready;
}

function visitsOf(made: PageAnswer): string | undefined {
  if (made instanceof Response) return undefined;
  return isEntry(made) ? made.visits : made.cachePolicy?.visits;
}

function isEntry(made: PageAnswer): made is CacheEntry {
  return 'rendered' in made;
}
