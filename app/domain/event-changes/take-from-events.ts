import type { Writer } from '../../db/db.server.ts';
import { readEventsHaving } from '../events/with-drafts.ts';
import { changeEvents } from './change.ts';
import type { Consequence } from './event-change.ts';

interface Taken {
  column: 'kind' | 'committee';
  keys: string[];
  action: Consequence;
}

/** Takes a kind or committee that is removed in this transaction off its events, which stay. */
export async function takeFromEvents(tx: Writer, { column, keys, action }: Taken): Promise<void> {
  let rows = await readEventsHaving(tx, column, keys);
  while (rows.length > 0) {
    const pairs = rows.map((before) => ({ before, after: { ...before, [column]: null } }));
    await changeEvents(tx, pairs, { action });
    // On Postgres, someone may have saved one since it was read.
    rows = await readEventsHaving(tx, column, keys);
  }
}
