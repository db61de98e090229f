import { inChunks, type Reader } from '../../db/db.server.ts';
import { cardDigest } from './card-code.ts';
import { countsAsMember, type Membership } from './membership.ts';

/** The club's membership settings, and its present day. */
export interface MembersOfClub {
  membership: Membership;
  /** 'YYYY-MM-DD' */
  today: string;
}

interface MemberAtDoor {
  isMember: boolean;
  card: string;
}

/**
 * By the key of each sign-up whose address is in the list of members: whether that member counts, and a digest of the
 * card. It gives away nothing else about them.
 */
export async function findMembersOf(
  { query }: Reader,
  formId: string,
  { membership, today }: MembersOfClub,
): Promise<Map<string, MemberAtDoor>> {
  const rows = await query
    .selectFrom('entries')
    .innerJoin('members', 'members.address_key', 'entries.email')
    .select(['entries.key as entry', 'members.key as member', 'paid_until'])
    .where('form_id', '=', formId)
    .execute();
  const found = rows.map(async ({ entry, member, paid_until: until }): Promise<[string, MemberAtDoor]> => [
    entry,
    { isMember: countsAsMember(until ?? '', today, membership), card: await cardDigest(member) },
  ]);
  return new Map(await Promise.all(found));
}

/**
 * Whether the address (as addressKey gives it) belongs to somebody who counts as a member. The same query runs for
 * every address, known or not.
 */
export async function isMember(
  { query }: Reader,
  address: string,
  { membership, today }: MembersOfClub,
): Promise<boolean> {
  const row = await query
    .selectFrom('members')
    .select('paid_until')
    .where('address_key', '=', address)
    .executeTakeFirst();
  return countsAsMember(row?.paid_until ?? '', today, membership);
}

/** A statement's parameters are limited. */
const AT_ONCE = 500;

/** The addresses that belong to somebody who counts as a member. */
export async function listMemberAddresses(
  { query }: Reader,
  addresses: string[],
  { membership, today }: MembersOfClub,
): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of inChunks([...new Set(addresses)], AT_ONCE)) {
    const rows = await query
      .selectFrom('members')
      .select(['address_key', 'paid_until'])
      .where('address_key', 'in', part)
      .execute();
    for (const { address_key: address, paid_until: until } of rows)
      if (address !== null && countsAsMember(until ?? '', today, membership)) found.add(address);
  }
  return found;
}
