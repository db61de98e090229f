import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** From here on every draft has a link, not only once somebody has looked at it. */
export async function givePreviewTokens(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    select key from events where publish_at is not null and preview_token is null`.execute(db);
  for (const { key } of rows)
    await sql`update events set preview_token = ${randomBytes(24).toString('base64url')} where key = ${key}`.execute(
      db,
    );
}
