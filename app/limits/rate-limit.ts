import type { Database } from '../db/db.server.ts';
import { countTime } from '../db/rate-limits.ts';
import { createWindow, keyDigest, type Limit, type SlidingWindow } from './sliding-window.ts';

/** `wait` is undefined within the limit, otherwise whole seconds. */
export interface Taken {
  wait: number | undefined;
  /** Gives the point back. If that fails, only a point is lost. */
  release: () => Promise<void>;
}

export interface Limiter {
  /** `now` in epoch milliseconds. */
  take: (key: string, now?: number) => Promise<Taken>;
}

/** Holds for any span of that length. While Postgres is down, each copy counts by itself, so people can still send. */
export function createLimiter(db: Database, limit: Limit & { name: string }): Limiter {
  const memory = createWindow(limit);
  return {
    async take(key, now = Date.now()) {
      if (db.dialect !== 'postgres') return inMemory(memory, key, now);
      const stored = `${limit.name}:${keyDigest(key)}`;
      return inPostgres(db, limit, stored, now).catch(() => inMemory(memory, key, now));
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
