import type { ClubEvent } from '../events/event.ts';
import { whenOf } from '../events/event-view.ts';
import { shorten } from '../mail/header-text.ts';
import type { MailingClub } from '../mail/mail.ts';
import { writeBodies } from '../mail/bodies.ts';

const TENTATIVE =
  'The date and time are tentative. You will get the final ones by email, usually 1-2 weeks before the tentative start date.';

/** The mail contains none of the answers, because anyone could have entered the address. */
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
      ...(hasCalendar ? [{ paragraph: 'The attached file adds it to your calendar.' }] : []),
      {
        small: `${club.name}. This address was entered in a sign-up form at ${club.publicUrl}. If that was not you, you can ignore this email.`,
      },
    ]),
  };
}

export interface ContactMessage {
  name: string;
  email: string;
  message: string;
}

const MOST_CHARACTERS = 20_000;

export function contactMessage({ publicUrl }: MailingClub, { name, email, message }: ContactMessage) {
  const isCut = message.length > MOST_CHARACTERS;
  return {
    subject: `Message from ${name.trim() || email}`,
    ...writeBodies([
      {
        facts: [
          ['Name', name.trim() || '(none given)'],
          ['Email', email],
        ],
      },
      { quote: shorten(message, MOST_CHARACTERS) || '(no message)' },
      ...(isCut ? [{ link: 'Read the rest in the admin area', url: `${publicUrl}/admin/submissions` }] : []),
      { small: `Sent by the contact form at ${publicUrl}. A reply to this mail goes to ${email}.` },
    ]),
  };
}

/** The mail contains nothing typed by the person who entered the address. */
export function chatInviteText({ name, chat, publicUrl }: MailingClub) {
  return {
    subject: `Your invite to the ${chat.service} server of the ${name}`,
    ...writeBodies([
      { paragraph: `Thank you for registering to the club, welcome to the ${name}!` },
      { link: `Join our ${chat.service} server`, url: chat.inviteUrl },
      { paragraph: "Watch the #announcements channel and the events page, so that you don't miss anything." },
      { link: 'See the events', url: `${publicUrl}/events` },
      { link: 'Can’t join the server? Contact us and we will help', url: `${publicUrl}/contact` },
      {
        small: `This address was entered in the sign-up form at ${publicUrl}. If that was not you, you can ignore this email.`,
      },
    ]),
  };
}
