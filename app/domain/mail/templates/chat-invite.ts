import type { MailingClub } from '../mailing-club.ts';
import { writeBodies } from './template.ts';

/** The welcome with the link to the chat server; nothing in it was typed by whoever entered the address. */
export function chatInvite({ name, chat, publicUrl }: MailingClub) {
  return {
    subject: `Your invite to the ${chat.service} server of the ${name}`,
    ...writeBodies([
      { paragraph: `Thank you for registering to the club, welcome to the ${name}!` },
      { link: `Join our ${chat.service} server`, url: chat.inviteUrl },
      { paragraph: "Watch the #announcements channel and the events page, so that you don't miss anything." },
      { link: 'See the events', url: `${publicUrl}/events` },
      { link: 'You cannot join the server? Contact us and we will help', url: `${publicUrl}/contact` },
      {
        small: `This address was entered in the sign-up form at ${publicUrl}. If that was not you, you need not do anything.`,
      },
    ]),
  };
}
