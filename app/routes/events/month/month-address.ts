/** `month` 'YYYY-MM', null for this one; `kind` as it stands in addresses, null for all. */
export function monthAddress({ month, kind }: { month: string | null; kind: string | null }): string {
  const query = new URLSearchParams({ view: 'month' });
  if (month !== null) query.set('month', month);
  if (kind) query.set('kind', kind);
  return `/events?${query}`;
}
