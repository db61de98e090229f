import type { ClubClock } from '../../time/club-time.ts';
import type { ClubEvent } from '../events/event.ts';

/** What mails say about the club that sends them. */
export interface MailingClub {
  name: string;
  email: string;
  chat: { service: string; inviteUrl: string };
  /** The site's origin. */
  publicUrl: string;
  clock: ClubClock;
  /** The event as a calendar file; undefined for one without a fixed date. */
  writeEventCalendar(event: ClubEvent): string | undefined;
}
