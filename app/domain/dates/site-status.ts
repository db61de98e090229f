import type { ClubClock } from '../../time/club-time.ts';

export interface Certificate {
  host: string;
  /** Epoch milliseconds. */
  until: number;
}

/** What this machine and its settings say at one moment. */
export interface SiteStatus {
  now: number;
  clock: ClubClock;
  publicUrl: string;
  dataDir: string;
  version: { number: string; releasedOn: string };
  /** In bytes; undefined if the system does not say. */
  disk: { free: number; total: number } | undefined;
  /** The certificate as it was just read; undefined if it was not read, and a text if that failed. */
  certificate: Certificate | string | undefined;
  hasProvider: boolean;
  /**
   * The identity provider’s reason for refusing this site; null if it accepts the site, undefined if it was not asked
   * or does not say.
   */
  refusedAs: string | null | undefined;
  hasMailServer: boolean;
  hasChat: boolean;
}
