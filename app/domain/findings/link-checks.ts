import { inChunks, type Database, type Reader } from '../../db/db.server.ts';
import type { LinkCheckRow } from '../../db/tables.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** Longer than the longest day: two failures are never of the same one. */
const AGAIN_MS = 25 * HOUR_MS;
const FORGOTTEN_MS = 4 * WEEK_MS;
const FAILURES_OF_BROKEN = 2;
const GONE = new Set([404, 410]);

/** null: nothing answered, or not in time. */
export type LinkStatus = number | null;

/** It lies inside a network: whether it answers is not for this site to find out. */
export const NOT_ASKED = 0;

function isBroken(status: LinkStatus): boolean {
  return status === null || GONE.has(status) || status >= 500;
}

export function isGone(status: LinkStatus): boolean {
  return status !== null && GONE.has(status);
}

/** Once a week; after the first failure on the next day. Those never asked come first. */
export async function listDueAddresses(
  { query }: Reader,
  addresses: readonly string[],
  limit: number,
  now = Date.now(),
): Promise<string[]> {
  const rows = await query.selectFrom('link_checks').select(['address', 'checked_at', 'failures']).execute();
  const known = new Map(rows.map((row) => [row.address, row]));
  const dueAt = (address: string) => {
    const row = known.get(address);
    return row ? row.checked_at + (row.failures === 1 ? AGAIN_MS : WEEK_MS) : 0;
  };
  return [...new Set(addresses)]
    .filter((address) => dueAt(address) <= now)
    .toSorted((one, other) => dueAt(one) - dueAt(other))
    .slice(0, limit);
}

export interface CheckedLink {
  address: string;
  status: LinkStatus;
}

/** Where nothing outside has answered for a week, it is this site that has no way out: no link is blamed for it. */
export async function noteChecks(db: Database, checked: readonly CheckedLink[], now = Date.now()): Promise<void> {
  await db.write(async ({ query }) => {
    const answered = await query
      .selectFrom('link_checks')
      .select('address')
      .where('status', '>', NOT_ASKED)
      .where('checked_at', '>', now - WEEK_MS - AGAIN_MS)
      .limit(1)
      .executeTakeFirst();
    const isOnline = answered !== undefined || checked.some(({ status }) => status !== null && status > NOT_ASKED);
    for (const { address, status } of checked) {
      const before = await query
        .selectFrom('link_checks')
        .selectAll()
        .where('address', '=', address)
        .executeTakeFirst();
      const row = isBroken(status)
        ? failed(before, { address, status }, now, status !== null || isOnline)
        : { checked_at: now, status, failures: 0, failed_since: null };
      await query
        .insertInto('link_checks')
        .values({ address, ...row })
        .onConflict((conflict) => conflict.column('address').doUpdateSet(row))
        .execute();
    }
  });
}

function failed(
  before: LinkCheckRow | undefined,
  { status }: CheckedLink,
  now: number,
  counts: boolean,
): Omit<LinkCheckRow, 'address'> {
  const {
    failures,
    failed_since: since,
    checked_at: at,
  } = before ?? { failures: 0, failed_since: null, checked_at: 0 };
  if (!counts) return { checked_at: now, status: before?.status ?? null, failures, failed_since: since };
  const isSameDay = failures > 0 && now - at < AGAIN_MS;
  return { checked_at: now, status, failures: isSameDay ? failures : failures + 1, failed_since: since ?? now };
}

export interface BrokenLink extends CheckedLink {
  since: number;
}

export async function listBrokenLinks({ query }: Reader): Promise<Map<string, BrokenLink>> {
  const rows = await query
    .selectFrom('link_checks')
    .select(['address', 'status', 'failed_since as since'])
    .where('failures', '>=', FAILURES_OF_BROKEN)
    .execute();
  return new Map(rows.flatMap(({ since, ...row }) => (since === null ? [] : [[row.address, { ...row, since }]])));
}

const AT_ONCE = 100;
/** Of addresses that the site does not lead to any more. */
const MOST_FORMER = 1000;

export async function forgetLinkChecks(db: Database, addresses: readonly string[], now = Date.now()): Promise<void> {
  const rows = await db.query
    .selectFrom('link_checks')
    .select(['address', 'checked_at'])
    .orderBy('checked_at', 'desc')
    .execute();
  const kept = new Set(addresses);
  const old = rows
    .filter(({ address }) => !kept.has(address))
    .filter(({ checked_at: at }, before) => before >= MOST_FORMER || at < now - FORGOTTEN_MS)
    .map(({ address }) => address);
  for (const some of inChunks(old, AT_ONCE))
    await db.write(({ query }) => query.deleteFrom('link_checks').where('address', 'in', some).execute());
}
