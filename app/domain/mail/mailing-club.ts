import type { ClubConfig } from '../../config/club.ts';
import type { ClubClock } from '../../time/club-time.ts';

/** What mails say about the club that sends them. */
export interface MailingClub {
  name: string;
  email: string;
  chat: { service: string; inviteUrl: string };
  /** The site's origin. */
  publicUrl: string;
  clock: ClubClock;
}

/** The club as its mails present it. */
export function mailingClub({ club, chat }: ClubConfig, publicUrl: string): MailingClub {
  const { name, email, timeZone, locale } = club;
  return { name, email, chat, publicUrl, clock: { timeZone, locale } };
}
