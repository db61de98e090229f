import type { ClubClock } from '../../time/club-time.ts';

export interface Certificate {
  host: string;
  /** Epoch milliseconds. */
  from: number;
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
  hasMailServer: boolean;
  hasChat: boolean;
}
