import type { Database } from '../../db/db.server.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { takeCommitteesFromTrash, takeFromEvents } from '../event-changes/take-from-events.ts';
import { removeRecordsIn } from '../record-changes/remove.ts';
import { lockRoles } from '../users/set-role.ts';
import { leaveCommittees } from '../users/leave-committees.ts';
import { committees } from './committee.ts';

/** The events of a removed committee stay, without one, and its people leave it at once. @throws NotAllowed */
export async function removeCommittees(db: Database, actor: Actor | null, keys: string[]): Promise<void> {
  requireCapability(actor, 'manage the club');
  await db.write(async (tx) => {
    await lockRoles(tx);
    await removeRecordsIn(tx, actor, committees, keys);
    await takeFromEvents(tx, { column: 'committee', keys, action: 'committee removed' });
    await takeCommitteesFromTrash(tx, keys);
    await leaveCommittees(tx, keys);
  });
}
