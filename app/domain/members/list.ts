import { sql } from 'kysely';
import { clubDay } from '../../time/club-day.ts';
import type { ClubClock } from '../../time/club-time.ts';
import { countRows, inChunks, type Reader } from '../../db/db.server.ts';
import { toRecord } from '../records/define.ts';
import { searchWords } from '../search-words.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { members, type Member, type MemberRow } from './member.ts';
import { paidStateOf, paidText, type PaidState } from './membership.ts';

export interface ListedMember extends Member {
  /** As people read it. */
  status: string;
  paidState: PaidState;
  /** Names of others with the same student ID: all of them stay, and officers see it. */
  sameId: string[];
}

export interface MembersQuery {
  search: string;
  show: PaidState | 'everyone';
  limit: number;
}

/** @throws NotAllowed */
export async function viewMembers(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
  { search, show, limit }: MembersQuery,
  now = Date.now(),
) {
  requireCapability(actor, 'handle members');
  const today = clubDay(clock.timeZone, now);
  const words = searchWords(search);
  const matches = selectMembers(db, today, { words, show });
  const [counts, rows, total] = await Promise.all([
    countMembers(db, today),
    matches.selectAll().orderBy('search').orderBy('key').limit(limit).execute(),
    countRows(matches),
  ]);
  const byStudentId = await listMembersByStudentId(db, rows);
  return { rows: rows.map((row) => toListedMember(row, { today, clock, byStudentId })), total, counts };
}

function selectMembers(
  { query }: Reader,
  today: string,
  { words, show }: { words: string[]; show: MembersQuery['show'] },
) {
  let matches = query.selectFrom('members');
  for (const word of words)
    matches = matches.where('search', 'like', sql<string>`${`%${escapeWildcards(word)}%`} escape '\\'`);
  if (show === 'unpaid') matches = matches.where('paid_until', 'is', null);
  if (show === 'paid') matches = matches.where('paid_until', '>=', today);
  if (show === 'lapsed') matches = matches.where('paid_until', '<', today);
  return matches;
}

function escapeWildcards(word: string): string {
  return word.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

async function countMembers({ query }: Reader, today: string): Promise<Record<PaidState, number>> {
  const state = sql<PaidState>`case when paid_until is null then 'unpaid' when paid_until >= ${today} then 'paid' else 'lapsed' end`;
  const found = await sql<{ state: PaidState; count: number | string }>`
    select state, count(*) as count from (select ${state} as state from members) as members_by_state group by state`.execute(
    query,
  );
  const counts = { paid: 0, unpaid: 0, lapsed: 0 };
  for (const { state: name, count } of found.rows) counts[name] = Number(count);
  return counts;
}

const AT_ONCE = 500;

/** Keys and names of all members who have one of these rows' student IDs, by ID. */
async function listMembersByStudentId(
  { query }: Reader,
  rows: MemberRow[],
): Promise<Map<string, { key: string; name: string }[]>> {
  const ids = [...new Set(rows.flatMap(({ student_id: id }) => id || []))];
  const found: { key: string; name: string | null; id: string | null }[] = [];
  for (const some of inChunks(ids, AT_ONCE)) {
    const same = query
      .selectFrom('members')
      .select(['key', 'name', 'student_id as id'])
      .where('student_id', 'in', some);
    found.push(...(await same.execute()));
  }
  const byId = Map.groupBy(found, ({ id }) => id ?? '');
  return new Map([...byId].map(([id, same]) => [id, same.map(({ key, name }) => ({ key, name: name ?? '' }))]));
}

interface Listing {
  today: string;
  clock: ClubClock;
  byStudentId: Map<string, { key: string; name: string }[]>;
}

function toListedMember(row: MemberRow, { today, clock, byStudentId }: Listing): ListedMember {
  const member = toRecord(members, row);
  const until = row.paid_until ?? '';
  return {
    ...member,
    status: paidText(until, today, clock),
    paidState: paidStateOf(until, today),
    sameId: (byStudentId.get(member.studentId) ?? []).flatMap(({ key, name }) => (key === row.key ? [] : [name])),
  };
}
