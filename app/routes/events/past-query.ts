import type { PastQuery } from '../../domain/events/past-events.ts';

const PARAMETERS = ['past', 'before', 'year', 'q'];

export interface ListQuery extends Omit<PastQuery, 'committee' | 'kind'> {
  isShown: boolean;
  /** The key in addresses; null for all events. */
  committee: string | null;
  /** The slug in addresses; null for all kinds. */
  kind: string | null;
}

const NUMBER = /^\d{1,4}$/;

export function readPastQuery(query: URLSearchParams): ListQuery {
  const year = query.get('year') ?? '';
  return {
    isShown: PARAMETERS.some((name) => query.has(name)),
    before: query.get('before'),
    year: NUMBER.test(year) ? Number(year) : null,
    search: query.get('q')?.trim() ?? '',
    committee: query.get('committee') || null,
    kind: query.get('kind'),
  };
}

/** True if upcoming events belong to the answer. They do not on later pages of past events, nor for a year. */
export function beginsWithUpcoming({ before, year }: Pick<ListQuery, 'before' | 'year'>): boolean {
  return before === null && year === null;
}

export function pastAddress(path: string, { before, year, search, committee, kind }: Partial<ListQuery>): string {
  const query = new URLSearchParams();
  if (committee) query.set('committee', committee);
  if (kind) query.set('kind', kind);
  if (search) query.set('q', search);
  if (year) query.set('year', String(year));
  if (before) query.set('before', before);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Every parameter the list reads, in one order: the key of the cache. Searches are not cached. */
const NO_PARAMETERS = {
  past: null,
  before: null,
  year: null,
  committee: null,
  kind: null,
  q: null,
  view: null,
  month: null,
};

export function cachedQuery(
  given: Partial<Record<'past' | 'before' | 'year' | 'committee' | 'kind' | 'view' | 'month', string | null>>,
): Record<keyof typeof NO_PARAMETERS, string | null> {
  return { ...NO_PARAMETERS, ...given };
}
