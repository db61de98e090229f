import type { ClubConfig } from '../config/club.ts';
import type { MailingClub } from '../domain/mail/mail.ts';
import { writeEventCalendar } from '../feeds/calendar.ts';

export function mailingClub({ club, chat, membership }: ClubConfig, publicUrl: string): MailingClub {
  const { name, email, timeZone, locale } = club;
  return {
    ...{ name, email, chat, publicUrl, membership },
    clock: { timeZone, locale },
    writeEventCalendar: (event, options) => writeEventCalendar(event, { name, publicUrl }, options),
  };
}
