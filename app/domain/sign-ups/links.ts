import { createHash, randomBytes } from 'node:crypto';
import type { Reader, Writer } from '../../db/db.server.ts';

/** Bytes of a token: 192 random bits. */
const TOKEN_BYTES = 24;

/** Makes a further link to a sign-up, and gives back its token: it is stored as a hash only. Earlier links stay valid. */
export async function newLink({ query }: Writer, formId: string, entryKey: string, now = Date.now()): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await query
    .insertInto('sign_up_links')
    .values({ token_hash: hashOf(token), form_id: formId, entry_key: entryKey, created_at: now })
    .execute();
  return token;
}

/** The sign-up that a link leads to; undefined for an unknown token. */
export async function findLinked(
  { query }: Reader,
  token: string,
): Promise<{ formId: string; entryKey: string } | undefined> {
  const row = await query
    .selectFrom('sign_up_links')
    .select(['form_id', 'entry_key'])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst();
  return row && { formId: row.form_id, entryKey: row.entry_key };
}

/** Links of sign-ups that are gone lead nowhere; they are forgotten with them. */
export async function forgetLinks({ query }: Writer, formId: string, entryKeys: string[]): Promise<void> {
  await query.deleteFrom('sign_up_links').where('form_id', '=', formId).where('entry_key', 'in', entryKeys).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
