import type { ClubClock } from '../../time/club-time.ts';

export interface Certificate {
  host: string;
  /** Epoch milliseconds. */
  until: number;
}

/** What this machine and its settings say at one moment. */
export interface Watched {
  now: number;
  clock: ClubClock;
  publicUrl: string;
  dataDir: string;
  version: { number: string; releasedOn: string };
  /** undefined where the system does not say. */
  disk: { free: number; total: number } | undefined;
  /** As it was read just now; undefined where it was not, and a text where that failed. */
  certificate: Certificate | string | undefined;
  hasProvider: boolean;
  /** The identity provider's word for refusing this site; null where it takes it, undefined where it was not asked or does not say. */
  refusedAs: string | null | undefined;
  hasMailServer: boolean;
  hasChat: boolean;
}
