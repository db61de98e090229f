import { shorten } from '../header-text.ts';
import type { MailingClub } from '../mailing-club.ts';
import { writeBodies } from './template.ts';

/** What a visitor sent by the contact form. */
export interface ContactMessage {
  name: string;
  email: string;
  message: string;
}

const MOST_CHARACTERS = 20_000;

/** A visitor's message, for the club. */
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
      ...(isCut ? [{ link: 'The rest is in the admin area', url: `${publicUrl}/admin/submissions` }] : []),
      { small: `Sent by the contact form at ${publicUrl}. An answer to this mail goes to ${email}.` },
    ]),
  };
}
