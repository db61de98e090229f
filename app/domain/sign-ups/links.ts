import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { forgetMade, replaceNote } from '../idempotency.ts';
import { newToken, tokenHash } from '../tokens.ts';

interface NewLink {
  /**
   * The link is shown to the sender of the form, who need not own the address. Left out: it is only mailed to the
   * address.
   */
  showsLinkToSender?: boolean;
}

/**
 * Makes another link to a sign-up and returns its token, which is stored only as a hash. Earlier links stay valid.
 */
export async function newLink(tx: Writer, formId: string, entryKey: string, how: NewLink = {}): Promise<string> {
  const [token = ''] = await newLinks(tx, formId, [entryKey], how);
  return token;
}

/** Makes one link for each key, in their order. Pass no more keys than one statement takes. */
export async function newLinks(
  { query }: Writer,
  formId: string,
  entryKeys: string[],
  { showsLinkToSender = false }: NewLink = {},
): Promise<string[]> {
  const links = entryKeys.map((key) => ({ key, token: newToken() }));
  if (links.length === 0) return [];
  await query
    .insertInto('sign_up_links')
    .values(
      links.map(({ key, token }) => ({
        token_hash: tokenHash(token),
        form_id: formId,
        entry_key: key,
        created_at: Date.now(),
        mailed: showsLinkToSender ? null : 1,
        followed: null,
      })),
    )
    .execute();
  return links.map(({ token }) => token);
}

/**
 * Makes a link that is shown to the sender of the form. The form may be sent again under the same key, `once`: only the
 * link that was shown last leads to the sign-up.
 */
export async function newLinkForSender(tx: Writer, formId: string, entryKey: string, once: string): Promise<string> {
  const token = await newLink(tx, formId, entryKey, { showsLinkToSender: true });
  const before = await replaceNote(tx, `link:${once}`, tokenHash(token));
  if (before) await tx.query.deleteFrom('sign_up_links').where('token_hash', '=', before).execute();
  return token;
}

export async function findSignUpLink(
  { query }: Reader,
  token: string,
): Promise<{ formId: string; entryKey: string; isMailed: boolean; isFollowed: boolean } | undefined> {
  const row = await query
    .selectFrom('sign_up_links')
    .select(['form_id', 'entry_key', 'mailed', 'followed'])
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
  if (!row) return undefined;
  return { formId: row.form_id, entryKey: row.entry_key, isMailed: row.mailed === 1, isFollowed: row.followed === 1 };
}

/** Notes, once, that somebody has opened the link. */
export async function noteFollowed(db: Database, token: string): Promise<void> {
  const link = await findSignUpLink(db, token);
  if (!link || link.isFollowed) return;
  const noting = (tx: Writer) =>
    tx.query.updateTable('sign_up_links').set({ followed: 1 }).where('token_hash', '=', tokenHash(token)).execute();
  await db.write(noting);
}

/** Whether anybody has opened a link to this sign-up. */
export async function isLinkFollowed({ query }: Reader, formId: string, entryKey: string): Promise<boolean> {
  const links = query.selectFrom('sign_up_links').select('token_hash').where('form_id', '=', formId);
  const followed = links.where('entry_key', '=', entryKey).where('followed', '=', 1).limit(1);
  return (await followed.executeTakeFirst()) !== undefined;
}

export async function forgetLinks({ query }: Writer, formId: string, entryKeys: string[]): Promise<void> {
  await query.deleteFrom('sign_up_links').where('form_id', '=', formId).where('entry_key', 'in', entryKeys).execute();
}

/** Lets mailed links lead to another sign-up of the same address. */
export async function moveLinks(
  { query }: Writer,
  formId: string,
  { from, to }: { from: string[]; to: string },
): Promise<void> {
  const update = query.updateTable('sign_up_links').set({ entry_key: to }).where('mailed', '=', 1);
  await update.where('form_id', '=', formId).where('entry_key', 'in', from).execute();
}

/** Whether there is a link that was shown to a sender, who need not own the address. */
export async function hasUnmailedLinks({ query }: Reader, formId: string, entryKey: string): Promise<boolean> {
  const links = query.selectFrom('sign_up_links').select('token_hash').where('form_id', '=', formId);
  const unmailed = links.where('entry_key', '=', entryKey).where('mailed', 'is', null).limit(1);
  return (await unmailed.executeTakeFirst()) !== undefined;
}

/**
 * Ends the links that were not mailed: somebody else may have signed this address up before. If they send their form
 * again, they get no new link. Mailed links stay valid.
 */
export async function endUnmailedLinks(tx: Writer, formId: string, entryKey: string): Promise<void> {
  const deletion = tx.query.deleteFrom('sign_up_links').where('form_id', '=', formId).where('mailed', 'is', null);
  await deletion.where('entry_key', '=', entryKey).execute();
  await forgetMade(tx, entryKey);
}
