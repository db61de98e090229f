import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ON_EVERY_PAGE, type Dependency } from '../../domain/dependency.ts';
import type { CachePolicy } from '../context.server.ts';
import type { Encoding } from './encodings.ts';
import { ownBytes, detachedText } from './own-copy.ts';
import type { Ready, Rendered } from './write-answer.ts';

export interface CacheEntry {
  key: string;
  rendered: Rendered;
  topics: Set<Dependency>;
  /** Epoch milliseconds; Infinity where the answer does not depend on the day. */
  expires: number;
  hash: string;
  /** The short link that this answer redirects from. */
  visits: string | undefined;
  ready: Partial<Record<Encoding, Ready>>;
  making: Partial<Record<Encoding, Promise<Ready>>>;
  bytes: number;
}

export interface PageStore {
  find: (key: string) => CacheEntry | undefined;
  /** Keeps the entry, unless something it shows has changed since `startedAt`. */
  keep: (entry: CacheEntry, startedAt: number) => void;
  addReady: (entry: CacheEntry, encoding: Encoding, ready: Ready) => void;
  drop: (topics: Iterable<Dependency>) => void;
  /** The number of drops so far. */
  now: () => number;
  /** True for an address that is cached, or was until it changed or expired. */
  wasCached: (key: string) => boolean;
  isChangedSince: (entry: CacheEntry, moment: number) => boolean;
  size: () => { entries: number; bytes: number };
}

const ENTRY_BYTES = 1200;
const READY_BYTES = 600;
const TEXT_BYTES = 16;
/** How many addresses are remembered, at some 200 bytes each. */
const MOST_GONE = 2000;

export function createPageStore(maxBytes: number): PageStore {
  const gone = new LRUCache<string, true>({ max: MOST_GONE });
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bytes,
    dispose: (_entry, key, reason) => reason === 'evict' && gone.set(key, true),
  });
  const droppedAt = new Map<Dependency, number>();
  let drops = 0;

  function remove(key: string) {
    entries.delete(key);
    gone.set(key, true);
  }

  /** Deletes the old entry first, so that the size is counted anew. */
  function put(entry: CacheEntry) {
    entries.delete(entry.key);
    entries.set(entry.key, entry);
  }

  function isChangedSince(entry: CacheEntry, moment: number): boolean {
    return [...entry.topics].some((topic) => (droppedAt.get(topic) ?? 0) > moment);
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry || entry.expires > Date.now()) return entry;
      remove(key);
      return undefined;
    },
    keep(entry, startedAt) {
      if (!isChangedSince(entry, startedAt)) put(entry);
    },
    addReady(entry, encoding, ready) {
      entry.ready[encoding] = ready;
      const body = ready.body === entry.rendered.body ? 0 : ready.body.length;
      entry.bytes += READY_BYTES + body + 2 * TEXT_BYTES + (ready.etag?.length ?? 0);
      if (entries.peek(entry.key) === entry) put(entry);
    },
    drop(topics) {
      drops++;
      const changed = [...topics];
      for (const topic of changed) droppedAt.set(topic, drops);
      for (const entry of [...entries.values()]) {
        if (changed.some((topic) => entry.topics.has(topic))) remove(entry.key);
      }
    },
    now: () => drops,
    wasCached: (key) => entries.has(key) || gone.has(key),
    isChangedSince,
    size: () => ({ entries: entries.size, bytes: entries.calculatedSize }),
  };
}

/** Copies what it keeps, so that nothing else stays in memory. */
export function entryOf(key: string, rendered: Rendered, policy: CachePolicy, endOfDay: number): CacheEntry {
  const body = ownBytes(rendered.body);
  const texts = [key, ...rendered.headers.flat()];
  return {
    key: detachedText(key),
    rendered: { status: rendered.status, headers: rendered.headers, body },
    // Any answer may show the club's name, its notice, and the links to its pages and sponsors.
    topics: new Set([...policy.topics, ...ON_EVERY_PAGE]),
    expires: Math.min(policy.untilMidnight ? endOfDay : Infinity, policy.until ?? Infinity),
    hash: hash('sha256', body, 'base64url').slice(0, 22),
    visits: policy.visits,
    ready: {},
    making: {},
    bytes: ENTRY_BYTES + body.length + texts.reduce((sum, { length }) => sum + length + TEXT_BYTES, 0),
  };
}
