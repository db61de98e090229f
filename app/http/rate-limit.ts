import { CompiledQuery } from 'kysely';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Database } from '../db/db.server.ts';

/** How often something may be done within a time: `points` in `seconds`, counted from the first. */
export interface Limit {
  name: string;
  points: number;
  seconds: number;
}

export interface Limiter {
  /**
   * Counts one more for `key`. Gives back undefined while that is within the limit, else in how many whole seconds it
   * may be tried again.
   */
  count: (key: string) => Promise<number | undefined>;
}

/**
 * A limit kept in memory or, for several copies of the site, in their Postgres. While Postgres does not answer, each
 * copy counts for itself: a limit never keeps anyone from writing.
 */
export function createLimiter(db: Database, { name, points, seconds }: Limit): Limiter {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  const limiter = db.dialect === 'postgres' ? inPostgres(db, { name, points, seconds }, memory) : memory;
  return {
    async count(key) {
      try {
        await limiter.consume(key);
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    },
  };
}

function inPostgres(db: Database, limit: Limit, insuranceLimiter: RateLimiterMemory): RateLimiterAbstract {
  const client = {
    query: ({ text, values = [] }: { text: string; values?: unknown[] }) =>
      db.query.executeQuery(CompiledQuery.raw(text, values)),
  };
  return new RateLimiterPostgres({
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    inMemoryBlockOnConsumed: limit.points + 1,
    keyPrefix: limit.name,
    points: limit.points,
    duration: limit.seconds,
    insuranceLimiter,
  });
}
