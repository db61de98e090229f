/** Rows of each part that come at once; 'Show more' brings as many again. */
export const TABLE_PAGE = 200;
/** What a page can still carry; beyond, searching finds an event sooner. */
export const TABLE_MOST = 5000;
const LONGEST_SEARCH = 200;

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
