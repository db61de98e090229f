import type { Writer } from '../../db/db.server.ts';
import { readEventsHaving } from '../events/with-drafts.ts';
import { endDoorLinks } from '../sign-ups/door/links.ts';
import { eachTrashContent, writeTrashContent } from '../trash.ts';
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

/**
 * The same for events in the trash: if the committee is brought back before them, they don’t come back as its own.
 * Links that its people gave away end.
 */
export async function takeCommitteesFromTrash(tx: Writer, keys: string[]): Promise<void> {
  for await (const { key, content } of eachTrashContent(tx, '%"committee":"%')) {
    const events = content.events ?? [];
    const theirs = events.filter(({ committee }) => committee && keys.includes(committee));
    if (theirs.length === 0) continue;
    for (const event of theirs) await endDoorLinks(tx, event.key);
    const left = events.map((event) =>
      theirs.includes(event) ? { ...event, committee: null, preview_token: null } : event,
    );
    await writeTrashContent(tx, key, { ...content, events: left });
  }
}
