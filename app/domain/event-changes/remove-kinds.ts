import type { Database } from '../../db/db.server.ts';
import type { Actor } from '../actor.ts';
import { kinds } from '../kinds/kind.ts';
import { removeRecordsIn } from '../record-changes/remove.ts';
import { changeEvents } from './change.ts';
import { readEventsOfKinds } from '../events/all-events.ts';

/** Its events stay, without one. @throws NotAllowed */
export async function removeKinds(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  await db.write(async (tx) => {
    const rows = await readEventsOfKinds(tx, keys);
    const pairs = rows.map((before) => ({ before, after: { ...before, kind: null } }));
    await changeEvents(tx, pairs, { deed: 'lose its kind' });
    await removeRecordsIn(tx, actor, kinds, keys);
  });
}
