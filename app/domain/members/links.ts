import type { Reader, Writer } from '../../db/db.server.ts';
import { newToken, tokenHash } from '../tokens.ts';
import type { MemberRow } from './member.ts';

/** Makes a further link to a card, and gives back its token: it is stored as a hash only. Earlier links stay valid. */
export async function newCardLink({ query }: Writer, memberKey: string): Promise<string> {
  const token = newToken();
  const link = { token_hash: tokenHash(token), member_key: memberKey, created_at: Date.now() };
  await query.insertInto('member_links').values(link).execute();
  return token;
}

/** Whose card the link leads to; undefined also while the member is in the trash. */
export function findByCard({ query }: Reader, token: string): Promise<MemberRow | undefined> {
  return query
    .selectFrom('members')
    .innerJoin('member_links', 'member_links.member_key', 'members.key')
    .selectAll('members')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
}
