import type { Auth } from './auth/auth.server.ts';
import type { ClubConfig } from './config/club.ts';
import type { CurrentClub } from './current-club.ts';
import type { Settings } from './config/settings.server.ts';
import type { Database } from './db/db.server.ts';
import type { VisitCounter } from './domain/links/visits.ts';
import type { MailingClub } from './domain/mail/mail.ts';
import type { Bus } from './live/bus.ts';
import type { Storage } from './storage/storage.server.ts';
import type { Variants } from './storage/variants.server.ts';
import type { ClubClock } from './time/club-time.ts';

export interface Site {
  settings: Settings;
  /** The present configuration; never keep it longer than a request. */
  readonly club: ClubConfig;
  /** The present settings for writing to people. */
  readonly mailing: MailingClub;
  texts: Pick<CurrentClub, 'file' | 'ignored' | 'pageLinks' | 'everyPage'>;
  clock: ClubClock;
  db: Database;
  storage: Storage;
  variants: Variants;
  bus: Bus;
  auth: Auth;
  /** Counts who follows short links. */
  visits: Pick<VisitCounter, 'count'>;
  counters: { signUps: number; submissions: number };
}
