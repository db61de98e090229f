import type { Reader, Writer } from '../../db/db.server.ts';
import { DONE, type Handler } from '../jobs/run.ts';
import { readEventRows } from '../events/with-drafts.ts';
import type { EventRow } from '../events/event.ts';
import { changeEvent } from './change.ts';
import { findSaverWithoutRight, proposalBy } from './committee-rights.ts';

const AT_ONCE = 100;

/** Publishes the events whose time has come, even if the site was down meanwhile. */
export const publications: Handler = {
  kind: 'publication',
  find: async (db, now) => (await listToPublish(db, now)).map(({ key }) => key),
  async begin(tx, { key }, now) {
    const [row] = await readEventRows(tx, [key]);
    const isDue = row !== undefined && row.publish_at !== null && row.publish_at <= now;
    if (isDue) await publish(tx, row, now);
    return DONE;
  },
};

async function publish(tx: Writer, row: EventRow, now: number): Promise<void> {
  const saver = await findSaverWithoutRight(tx, row);
  if (saver) {
    const proposed = { ...row, ...proposalBy(saver, { mayPublish: false }, row, now) };
    await changeEvent(tx, row, proposed, { action: 'propose instead', actor: saver }, now);
  } else await changeEvent(tx, row, { ...row, publish_at: null }, { action: 'publish' }, now);
}

export function listToPublish({ query }: Reader, now: number): Promise<{ key: string }[]> {
  return query
    .selectFrom('events')
    .select('key')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .limit(AT_ONCE)
    .execute();
}
