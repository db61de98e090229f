import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** A title may name somebody: it goes with the event. The column stays for copies of the version before, which write it. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.updateTable('event_counts').set({ title: '' }).execute();
}
