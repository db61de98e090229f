import { formatViewTime, type ClubClock } from '../../../time/club-time.ts';
import type { ClubEvent } from '../../events/event.ts';
import { shorten } from '../header-text.ts';
import type { MailingClub } from '../mailing-club.ts';
import { writeBodies } from './template.ts';

const TENTATIVE =
  'The date and time are tentative. You will get the final ones by email, usually 1-2 weeks before the tentative start date.';

/** What someone signed up for; none of their answers is in it, since anyone could have entered the address. */
export function eventConfirmation(club: MailingClub, event: ClubEvent, hasCalendar: boolean) {
  const title = event.title || 'our event';
  const facts: [string, string][] = [
    ['When', whenOf(event, club.clock)],
    ['Where', event.location],
  ];
  return {
    subject: `You are signed up: ${event.tentative ? '[TENTATIVE] ' : ''}${title}`,
    ...writeBodies([
      { paragraph: `Your response has been recorded: you are signed up for ${shorten(title, 300)}.` },
      { facts: facts.flatMap(([label, value]) => (value ? [[label, value]] : [])) },
      ...(event.tentative ? [{ paragraph: TENTATIVE }] : []),
      { link: 'See the event', url: `${club.publicUrl}/events/${encodeURIComponent(event.key)}` },
      ...(hasCalendar ? [{ paragraph: 'The attached file puts it into your calendar.' }] : []),
      {
        small: `${club.name}. This address was entered in a sign-up form at ${club.publicUrl}. If that was not you, you need not do anything.`,
      },
    ]),
  };
}

function whenOf({ hiddenDate, customDate, start, end }: ClubEvent, clock: ClubClock): string {
  if (hiddenDate) return customDate;
  return [start, end].flatMap((time) => (time === null ? [] : [formatViewTime(time, clock)])).join(' — ');
}
