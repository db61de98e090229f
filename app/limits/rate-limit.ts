import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/db.server.ts';
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

/** Forgets, in Postgres, whom nothing is counted for any more. */
export async function forgetCounts({ dialect, query }: Database, now = Date.now()): Promise<void> {
  if (dialect === 'postgres') await sql`delete from rate_limits where expires_at < ${now}`.execute(query);
}

function inMemory(memory: SlidingWindow, key: string, now: number): Taken {
  const { waitMs, release } = memory.take(key, now);
  return { wait: waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined, release: async () => release() };
}

/**
 * One row per key with the times that count, as texts that are told apart by their fraction. One statement: whoever
 * comes at the same moment waits for the row, and sees what the other wrote.
 */
async function inPostgres({ query }: Database, limit: Limit, key: string, now: number): Promise<Taken> {
  const time = `${now}.${randomInt(1e12)}`;
  const from = now - limit.seconds * 1000;
  const expiresAt = now + limit.seconds * 1000;
  const counting = sql`from unnest(string_to_array(known.times, ',')) as one where trunc(one::numeric) > ${from}`;
  const { rows } = await sql<{ is_taken: number; times: string }>`
    insert into rate_limits as known (key, times, is_taken, expires_at) values (${key}, ${time}, 1, ${expiresAt})
    on conflict (key) do update set (times, is_taken, expires_at) = (
      select
        concat_ws(',', string_agg(one, ',' order by one::numeric), case when count(*) < ${limit.points} then ${time} end),
        case when count(*) < ${limit.points} then 1 else 0 end,
        ${expiresAt}::bigint
      ${counting})
    returning is_taken, times`.execute(query);
  const [row] = rows;
  if (row?.is_taken === 1) return { wait: undefined, release: () => takeBack(query, key, time) };
  const [oldest = now] = (row?.times ?? '')
    .split(',')
    .slice(-limit.points)
    .map((one) => Math.floor(Number(one)));
  const waitMs = oldest + limit.seconds * 1000 - now;
  return { wait: Math.max(1, Math.ceil(waitMs / 1000)), release: async () => undefined };
}

async function takeBack(query: Database['query'], key: string, time: string): Promise<void> {
  const left = sql`array_to_string(array_remove(string_to_array(times, ','), ${time}), ',')`;
  const update = sql`update rate_limits set times = ${left} where key = ${key}`;
  await update.execute(query).catch(() => undefined);
}
