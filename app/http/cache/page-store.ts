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
  /** Keeps the entry, unless something it shows has changed since the revision in which its rendering began. */
  keep: (entry: CacheEntry, startRevision: number) => void;
  addReady: (entry: CacheEntry, encoding: Encoding, ready: Ready) => void;
  drop: (topics: Iterable<Dependency>) => void;
  /** Grows by one with every drop. */
  revision: () => number;
  /** True for an address that is cached, or was until it changed or expired. */
  wasCached: (key: string) => boolean;
  isChangedSince: (entry: CacheEntry, revision: number) => boolean;
  size: () => { entries: number; bytes: number };
}

/** What an entry, a ready answer and a string weigh in memory besides their characters and bodies. */
const ENTRY_BYTES = 1200;
const READY_BYTES = 600;
const TEXT_BYTES = 16;
/** How many addresses are remembered, at some 200 bytes each. */
const MOST_FORMER_KEYS = 2000;

export function createPageStore(maxBytes: number): PageStore {
  const formerKeys = new LRUCache<string, true>({ max: MOST_FORMER_KEYS });
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: maxBytes,
    sizeCalculation: (entry) => entry.bytes,
    dispose: (_entry, key, reason) => reason === 'evict' && formerKeys.set(key, true),
  });
  const lastDrops = new Map<Dependency, number>();
  let revision = 0;

  function remove(key: string) {
    entries.delete(key);
    formerKeys.set(key, true);
  }

  /** Deletes the old entry first, so that the size is counted anew. */
  function put(entry: CacheEntry) {
    entries.delete(entry.key);
    entries.set(entry.key, entry);
  }

  function isChangedSince(entry: CacheEntry, since: number): boolean {
    return [...entry.topics].some((topic) => (lastDrops.get(topic) ?? 0) > since);
  }

  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry || entry.expires > Date.now()) return entry;
      remove(key);
      return undefined;
    },
    keep(entry, startRevision) {
      if (!isChangedSince(entry, startRevision)) put(entry);
    },
    addReady(entry, encoding, ready) {
      entry.ready[encoding] = ready;
      const body = ready.body === entry.rendered.body ? 0 : ready.body.length;
      entry.bytes += READY_BYTES + body + 2 * TEXT_BYTES + (ready.etag?.length ?? 0);
      if (entries.peek(entry.key) === entry) put(entry);
    },
    drop(topics) {
      revision++;
      const changed = [...topics];
      for (const topic of changed) lastDrops.set(topic, revision);
      for (const entry of [...entries.values()]) {
        if (changed.some((topic) => entry.topics.has(topic))) remove(entry.key);
      }
    },
    revision: () => revision,
    wasCached: (key) => entries.has(key) || formerKeys.has(key),
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
