import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Whether a link for helpers shows the answers that stand beside a name at the door. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('door_links').addColumn('shows_answers', 'integer').execute();
}
