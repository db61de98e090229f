import type { Reader } from '../../db/db.server.ts';

/** What a sitemap says of an event: its key and when it was last saved, in epoch milliseconds. */
export interface EventAddress {
  key: string;
  updatedAt: number;
}

/** The addresses of the `limit` newest events by start time; undated ones come last. */
export async function listEventAddresses(db: Reader, limit: number): Promise<EventAddress[]> {
  const dated = await select(db, limit).where('time_start', 'is not', null).orderBy('time_start', 'desc').execute();
  const undated = await select(db, limit - dated.length)
    .where('time_start', 'is', null)
    .orderBy('key', 'desc')
    .execute();
  return [...dated, ...undated].map((row) => ({ key: row.key, updatedAt: row.updated_at }));
}

function select(db: Reader, limit: number) {
  return db.query.selectFrom('events').select(['key', 'updated_at']).limit(limit);
}
