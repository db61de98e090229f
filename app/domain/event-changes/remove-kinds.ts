import type { Database } from '../../db/db.server.ts';
import type { Actor } from '../actor.ts';
import { kinds } from '../kinds/kind.ts';
import { removeRecordsIn } from '../record-changes/remove.ts';
import { takeFromEvents } from './take-from-events.ts';

/** Events of a removed kind stay, without a kind. @throws NotAllowed */
export async function removeKinds(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  await db.write(async (tx) => {
    // Somebody who saves an event with one of these kinds has locked it, or finds that it is gone.
    await removeRecordsIn(tx, actor, kinds, keys);
    await takeFromEvents(tx, { column: 'kind', keys, action: 'kind removed' });
  });
}
