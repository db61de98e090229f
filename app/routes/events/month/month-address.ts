/** `month` is 'YYYY-MM', or null for the present one; `kind` is a slug, or null for all kinds. */
export function monthAddress({ month, kind }: { month: string | null; kind: string | null }): string {
  const query = new URLSearchParams({ view: 'month' });
  if (month !== null) query.set('month', month);
  if (kind) query.set('kind', kind);
  return `/events?${query}`;
}
