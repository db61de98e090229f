import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Reader } from './db.server.ts';

/** Times are texts whose fraction makes each one unique. It is one statement, so that concurrent callers wait for the row. Postgres only. */
export async function countTime(
  { query }: Reader,
  { key, points, seconds }: { key: string; points: number; seconds: number },
  now: number,
) {
  const time = `${now}.${randomInt(1e12)}`;
  const from = now - seconds * 1000;
  const expiresAt = now + seconds * 1000;
  const counting = sql`from unnest(string_to_array(known.times, ',')) as one where trunc(one::numeric) > ${from}`;
  const { rows } = await sql<{ is_taken: number; times: string }>`
    insert into rate_limits as known (key, times, is_taken, expires_at) values (${key}, ${time}, 1, ${expiresAt})
    on conflict (key) do update set (times, is_taken, expires_at) = (
      select
        concat_ws(',', string_agg(one, ',' order by one::numeric), case when count(*) < ${points} then ${time} end),
        case when count(*) < ${points} then 1 else 0 end,
        ${expiresAt}::bigint
      ${counting})
    returning is_taken, times`.execute(query);
  const [row] = rows;
  const isTaken = row?.is_taken === 1;
  const times = (row?.times ?? '').split(',').map((one) => Math.floor(Number(one)));
  return { isTaken, times, release: () => (isTaken ? takeBack(query, key, time) : Promise.resolve()) };
}

async function takeBack(query: Reader['query'], key: string, time: string): Promise<void> {
  const left = sql`array_to_string(array_remove(string_to_array(times, ','), ${time}), ',')`;
  const update = sql`update rate_limits set times = ${left} where key = ${key}`;
  await update.execute(query).catch(() => undefined);
}

export async function forgetCounts({ dialect, query }: Database, now = Date.now()): Promise<void> {
  if (dialect === 'postgres') await sql`delete from rate_limits where expires_at < ${now}`.execute(query);
}
