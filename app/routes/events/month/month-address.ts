interface Asked {
  /** 'YYYY-MM'; null for the present month. */
  month: string | null;
  /** The key of a committee; null for all events. */
  committee: string | null;
  /** A slug; null for all kinds. */
  kind: string | null;
}

export function monthAddress({ month, committee, kind }: Asked): string {
  const query = new URLSearchParams({ view: 'month' });
  if (month !== null) query.set('month', month);
  if (committee) query.set('committee', committee);
  if (kind) query.set('kind', kind);
  return `/events?${query}`;
}
