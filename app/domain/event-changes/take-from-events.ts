import type { Writer } from '../../db/db.server.ts';
import { readEventsHaving } from '../events/all-events.ts';
import { changeEvents } from './change.ts';
import type { Consequence } from './event-change.ts';

interface Taken {
  column: 'kind' | 'committee';
  keys: string[];
  deed: Consequence;
}

/** The events of records that are removed in this transaction stay, and have none. */
export async function takeFromEvents(tx: Writer, { column, keys, deed }: Taken): Promise<void> {
  let rows = await readEventsHaving(tx, column, keys);
  while (rows.length > 0) {
    const pairs = rows.map((before) => ({ before, after: { ...before, [column]: null } }));
    await changeEvents(tx, pairs, { deed });
    // Someone may have saved one since it was read, on Postgres.
    rows = await readEventsHaving(tx, column, keys);
  }
}
