import type { ClubConfig } from '../../config/club.ts';

/** The link with the newest label; null if the club takes no payments by link. */
export function newestPaymentLink({ payments }: Pick<ClubConfig, 'payments'>): { label: string; url: string } | null {
  const links = payments?.links.toSorted((a, b) => b.label.localeCompare(a.label, 'en', { numeric: true }));
  return links?.[0] ?? null;
}
