import type { Database } from '../../db/db.server.ts';
import type { Actor } from '../actor.ts';
import { kinds } from '../kinds/kind.ts';
import { removeRecordsIn } from '../record-changes/remove.ts';
import { takeFromEvents } from './take-from-events.ts';

/** Its events stay, without one. @throws NotAllowed */
export async function removeKinds(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  await db.write(async (tx) => {
    // Whoever saves an event with one of them has held it, or finds that it is gone.
    await removeRecordsIn(tx, actor, kinds, keys);
    await takeFromEvents(tx, { column: 'kind', keys, deed: 'lose its kind' });
  });
}
