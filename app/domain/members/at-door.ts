import { inChunks, type Reader } from '../../db/db.server.ts';
import { cardDigest } from './code.ts';
import { countsAsMember, type Membership } from './membership.ts';

/** How the club has members, on which day it is there. */
export interface MembersOfClub {
  membership: Membership;
  /** 'YYYY-MM-DD' */
  today: string;
}

interface AtDoor {
  isMember: boolean;
  card: string;
}

/** By the keys of a form's sign-ups: of whose address there is a member. It says yes or no, and nothing else of them. */
export async function findMembersOf(
  { query }: Reader,
  formId: string,
  { membership, today }: MembersOfClub,
): Promise<Map<string, AtDoor>> {
  const rows = await query
    .selectFrom('entries')
    .innerJoin('members', 'members.address_key', 'entries.email')
    .select(['entries.key as entry', 'members.key as member', 'paid_until'])
    .where('form_id', '=', formId)
    .execute();
  const found = rows.map(async ({ entry, member, paid_until: until }): Promise<[string, AtDoor]> => [
    entry,
    { isMember: countsAsMember(until ?? '', today, membership), card: await cardDigest(member) },
  ]);
  return new Map(await Promise.all(found));
}

/** Whether there is a member of this address (as addressKey gives it) who counts as one; the same is done for every address. */
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

/** Those of these addresses of which there is a member who counts as one. */
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
