import type { Writer } from '../../db/db.server.ts';
import { findPostedEvents } from './announcements.ts';
import { readEventRows } from '../events/with-drafts.ts';
import { changeEvents, type EventColumns } from './change.ts';

/** Stores events from a file. If an event has a message in the chat, the officers’ choice to announce it stays. */
export async function storeImportedEvents(tx: Writer, rows: EventColumns[], now: number): Promise<void> {
  const stored = new Map((await readEventRows(tx, keysOf(rows))).map((row) => [row.key, row]));
  const announced = await findPostedEvents(tx, keysOf([...stored.values()].filter(({ announce }) => announce === 1)));
  const pairs = rows.map((row) => ({
    before: stored.get(row.key) ?? null,
    after: announced.has(row.key) ? { ...row, announce: 1 } : row,
  }));
  await changeEvents(tx, pairs, { action: 'import' }, now);
}

/** Removes events that a file which replaces everything does not have. They do not go to the trash. */
export async function forgetEvents(tx: Writer, rows: EventColumns[], now: number): Promise<void> {
  const pairs = (await readEventRows(tx, keysOf(rows))).map((before) => ({ before, after: null }));
  await changeEvents(tx, pairs, { action: 'import' }, now);
}

function keysOf(rows: { key: string }[]): string[] {
  return rows.map(({ key }) => key);
}
