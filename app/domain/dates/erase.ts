import type { Writer } from '../../db/db.server.ts';
import type { DateOwnersRow, UserRow } from '../../db/tables.ts';

/** Removes the names of people whose accounts are erased. */
export async function eraseFromDates(
  { query, changed }: Writer,
  users: Pick<UserRow, 'uid'>[],
  owned: DateOwnersRow[],
  without: (owner: string) => string,
): Promise<void> {
  for (const { uid } of users) {
    await query.updateTable('drills').set({ done_by: null }).where('done_by', '=', uid).execute();
  }
  for (const { thing, owner, second_owner: second, version } of owned) {
    await query
      .updateTable('date_owners')
      .set({ owner: without(owner), second_owner: without(second), version: version + 1 })
      .where('thing', '=', thing)
      .execute();
    changed('handover', thing);
  }
}
