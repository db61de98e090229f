import type { Reader } from '../../db/db.server.ts';

/** How many mails the outbox holds, by state: waiting, sending, failed, and sent ones that are still kept. */
export async function countMail(db: Reader): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom('outbox')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, count]));
}
