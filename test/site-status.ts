import type { SiteStatus } from '../app/domain/dates/site-status.ts';

export const NOON = Date.UTC(2026, 10, 27, 17);

/** What a site without any trouble says at noon of November 27, 2026, at the club. */
export function statusAt(now = NOON, given: Partial<SiteStatus> = {}): SiteStatus {
  return {
    now,
    clock: { timeZone: 'America/Toronto', locale: 'en-US' },
    publicUrl: 'https://club.example.edu',
    dataDir: '/nowhere',
    version: { number: '1.0.0', releasedOn: '2026-11-27' },
    disk: { free: 50 * 1024 ** 3, total: 100 * 1024 ** 3 },
    certificate: undefined,
    hasProvider: true,
    refusedAs: undefined,
    hasMailServer: true,
    hasChat: true,
    ...given,
  };
}
