import type { ClubConfig } from '../config/club.ts';
import type { MailingClub } from '../domain/mail/mail.ts';
import { writeEventCalendar } from '../feeds/calendar.ts';

export function mailingClub({ club, chat, membership }: ClubConfig, publicUrl: string): MailingClub {
  const { name, email, timeZone, locale, currency, accent } = club;
  return {
    name,
    email,
    chat,
    publicUrl,
    membership,
    clock: { timeZone, locale },
    currency,
    accent,
    writeEventCalendar(event, edition, options) {
      const method = options?.isCancelled || event.cancelled ? 'CANCEL' : 'PUBLISH';
      const content = writeEventCalendar(event, { name, email, publicUrl }, { edition, method });
      // Outlook goes by the header of the part itself.
      if (content === undefined) return undefined;
      return { name: 'event.ics', type: `text/calendar; charset=utf-8; method=${method}`, content };
    },
  };
}
