import { PAID_STATES } from '../../../domain/members/membership.ts';
import type { MembersQuery } from '../../../domain/members/list.ts';

export const MEMBERS_ADDRESS = '/admin/members';
export const PAYMENTS_ADDRESS = '/admin/members/payments';
export const CARD_ADDRESS = '/admin/members/card';
export const IMPORT_ADDRESS = '/admin/members/import';
export const PREVIEW_ADDRESS = '/admin/members/import/preview';
/** The largest file in bytes as it is sent. Signed-in people cannot send more. */
export const MOST_CSV_BYTES = 2_000_000;
export const CSV_ADDRESS = '/admin/members/members.csv';

/** The number of rows loaded at once. */
const MEMBERS_PAGE = 100;
const LONGEST_SEARCH = 100;
const ALL = 10_000;

export function readMembersQuery(url: string): MembersQuery {
  const query = new URL(url).searchParams;
  return {
    search: (query.get('find') ?? '').trim().slice(0, LONGEST_SEARCH),
    show: PAID_STATES.find((one) => one === query.get('show')) ?? 'everyone',
    limit: query.has('all') ? ALL : MEMBERS_PAGE,
  };
}

export function allOf({ search, show }: Pick<MembersQuery, 'search' | 'show'>): string {
  const query = { ...(search && { find: search }), ...(show !== 'everyone' && { show }), all: '1' };
  return `?${new URLSearchParams(query).toString()}`;
}
