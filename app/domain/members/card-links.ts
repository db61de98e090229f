import type { Reader, Writer } from '../../db/db.server.ts';
import { newToken, tokenHash } from '../tokens.ts';
import type { MemberRow } from './member.ts';

/** Makes another link to a card and returns its token, of which only a hash is stored. Earlier links stay valid. */
export async function newCardLink({ query }: Writer, memberKey: string): Promise<string> {
  const token = newToken();
  const link = { token_hash: tokenHash(token), member_key: memberKey, created_at: Date.now() };
  await query.insertInto('member_links').values(link).execute();
  return token;
}

/** The member whose card the link leads to; undefined also while they are in the trash. */
export function findByCard({ query }: Reader, token: string): Promise<MemberRow | undefined> {
  return query
    .selectFrom('members')
    .innerJoin('member_links', 'member_links.member_key', 'members.key')
    .selectAll('members')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst();
}
