import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Which links to sign-ups went to their addresses alone: of those from before it is not known, but where nobody has confirmed
 * the address. And an address is signed up once, but entered as often as somebody likes until it is confirmed.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('sign_up_links').addColumn('mailed', 'integer').execute();
  await sql`
    update sign_up_links set mailed = 1 where exists (
      select 1 from entries
      where entries.form_id = sign_up_links.form_id and entries.key = sign_up_links.entry_key and state = 'unconfirmed'
    )`.execute(db);
  await db.schema.dropIndex('sign_ups_by_address').execute();
  await sql`
    create unique index sign_ups_by_address
    on entries (form_id, email, (case when state = 'unconfirmed' then key else '' end))
    where email is not null`.execute(db);
}
