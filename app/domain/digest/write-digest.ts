import { writeBodies, type Block } from '../mail/bodies.ts';
import type { MailingClub, MailMessage } from '../mail/mail.ts';
import { noteText } from './note.ts';
import type { DigestContent, DigestEvent } from './content.ts';

/** The message leaves room for the link that stops these mails, because each person has their own. */
export function writeDigest(club: MailingClub, { note, noteHtml, events, more }: DigestContent): MailMessage {
  const { name, publicUrl } = club;
  const stopUrl = `${publicUrl}/unsubscribe/`;
  const cards = events.map((event) => cardOf(event, club.accent));
  const noted: Block[] = note === '' ? [] : [{ text: noteText(note, publicUrl), html: noteHtml }];
  const all = more > 0 ? `And ${more.toLocaleString('en')} more` : 'All events';
  return {
    subject: subjectOf(club),
    stopUrl,
    ...writeBodies([
      ...noted,
      ...cards,
      { link: all, url: `${publicUrl}/events` },
      { link: 'Stop these mails', url: stopUrl, endsInSecret: true },
      { small: `${name}. You get this email once a week because you confirmed it at ${publicUrl}/subscribe.` },
    ]),
  };
}

export function subjectOf({ name }: Pick<MailingClub, 'name'>): string {
  return `${name}: what is coming`;
}

function cardOf({ title, isNew, url, when, where, state }: DigestEvent, colour: string): Block {
  return { card: title, mark: isNew ? 'New' : '', url, lines: [when, where, state], colour };
}
