/** How many rows of each part are loaded at once; 'Show more' adds as many again. */
export const TABLE_PAGE = 200;
/** The most rows that a page can carry; beyond that, searching is faster. */
export const TABLE_MOST = 5000;
export const LONGEST_SEARCH = 200;

export interface TablePage {
  search: string;
  limit: number;
}

export function readTablePage(url: string): TablePage {
  const query = new URL(url).searchParams;
  const asked = Number(query.get('show') ?? TABLE_PAGE);
  const limit = Number.isInteger(asked) ? Math.min(Math.max(asked, TABLE_PAGE), TABLE_MOST) : TABLE_PAGE;
  return { search: (query.get('search') ?? '').trim().slice(0, LONGEST_SEARCH), limit };
}

export function tableQuery({ search, limit }: TablePage): string {
  const query = new URLSearchParams({ ...(search && { search }), ...(limit > TABLE_PAGE && { show: String(limit) }) });
  return query.size > 0 ? `?${query.toString()}` : '';
}
