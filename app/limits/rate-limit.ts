import type { Database } from '../db/db.server.ts';
import { countTime } from '../db/rate-limits.ts';
import { createWindow, keyDigest, type Limit, type SlidingWindow } from './sliding-window.ts';

/** What was counted: `wait` is undefined within the limit, else in how many whole seconds it may be tried again. */
export interface Taken {
  wait: number | undefined;
  /** Takes this one back, as if it had not been done; a failure is only a point lost. */
  release: () => Promise<void>;
}

export interface Limiter {
  /** Counts one more for `key`, at `now` in epoch milliseconds, unless that is too many. */
  take: (key: string, now?: number) => Promise<Taken>;
}

/**
 * A limit that holds for any span of its length, kept in memory or, for several copies of the site, in their Postgres.
 * While Postgres does not answer, each copy counts for itself: a limit never keeps anyone from writing.
 */
export function createLimiter(db: Database, limit: Limit & { name: string }): Limiter {
  const memory = createWindow(limit);
  return {
    async take(given, now = Date.now()) {
      const key = `${limit.name}:${keyDigest(given)}`;
      if (db.dialect !== 'postgres') return inMemory(memory, key, now);
      return inPostgres(db, limit, key, now).catch(() => inMemory(memory, key, now));
    },
  };
}

function inMemory(memory: SlidingWindow, key: string, now: number): Taken {
  const { waitMs, release } = memory.take(key, now);
  return { wait: waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined, release: async () => release() };
}

async function inPostgres(db: Database, { points, seconds }: Limit, key: string, now: number): Promise<Taken> {
  const { isTaken, times, release } = await countTime(db, { key, points, seconds }, now);
  if (isTaken) return { wait: undefined, release };
  const [oldest = now] = times.slice(-points);
  return { wait: Math.max(1, Math.ceil((oldest + seconds * 1000 - now) / 1000)), release };
}
