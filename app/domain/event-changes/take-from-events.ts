import type { Writer } from '../../db/db.server.ts';
import { readEventsHaving } from '../events/with-drafts.ts';
import { deleteDoorLinks } from '../sign-ups/door/links.ts';
import { eachTrashContent, writeTrashContent } from '../trash.ts';
import type { EventRow } from '../events/event.ts';
import { NEVER } from '../records/publish-at.ts';
import { changeEvents } from './change.ts';
import { findSaverWithoutRight, proposalBy } from './committee-rights.ts';
import type { Consequence } from './event-change.ts';

interface Removal {
  column: 'kind' | 'committee';
  keys: string[];
  action: Consequence;
}

/** Takes a kind or committee that is removed in this transaction off its events, which stay. */
export async function takeFromEvents(tx: Writer, { column, keys, action }: Removal): Promise<void> {
  let rows = await readEventsHaving(tx, column, keys);
  while (rows.length > 0) {
    const pairs: { before: EventRow; after: EventRow }[] = [];
    for (const before of rows) {
      const proposal = column === 'committee' ? await proposalOfLost(tx, before) : {};
      pairs.push({ before, after: { ...before, ...proposal, [column]: null } });
    }
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
    const remaining = events.filter((event) => !theirs.includes(event));
    for (const event of theirs) {
      await deleteDoorLinks(tx, event.key);
      remaining.push({ ...event, ...(await proposalOfLost(tx, event)), committee: null, preview_token: null });
    }
    await writeTrashContent(tx, key, { ...content, events: remaining });
  }
}

/**
 * An event that is set to publish itself becomes a proposal if the person who set it may not publish: with its committee
 * gone, it would look like the event of a former officer. For people who are still in a committee, this is checked when
 * its time comes.
 */
async function proposalOfLost(tx: Writer, row: EventRow): Promise<Partial<EventRow>> {
  if (!row.publish_at || row.publish_at === NEVER) return {};
  const saver = await findSaverWithoutRight(tx, row);
  return saver && saver.role !== 'committee' ? proposalBy(saver, { mayPublish: false }, row) : {};
}
