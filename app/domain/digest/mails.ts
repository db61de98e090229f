import { writeBodies, type Block } from '../mail/bodies.ts';
import type { MailingClub, MailMessage } from '../mail/mail.ts';
import { noteText } from './note.ts';
import type { DigestContent, DigestEvent } from './content.ts';

/** Mail programs cut off what is over 102 KB, and the unsubscribe link comes last. */
const MOST_BYTES = 100_000;

/** The unsubscribe link gets each person's own secret when the mail is sent. */
export function writeDigest(club: MailingClub, content: DigestContent): MailMessage {
  return writeWhole(club, contentThatFits(club, content));
}

/** Leaves out the last events where long titles and places make the mail too large; `more` counts them. */
export function contentThatFits(club: MailingClub, content: DigestContent): DigestContent {
  const { events, more } = content;
  if (events.length === 0 || Buffer.byteLength(writeWhole(club, content).html) <= MOST_BYTES) return content;
  return contentThatFits(club, { ...content, events: events.slice(0, -1), more: more + 1 });
}

function writeWhole(club: MailingClub, { note, noteHtml, events, more }: DigestContent): MailMessage {
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
      { small: `${name}. You get this email once a week because you subscribed at ${publicUrl}/subscribe.` },
    ]),
  };
}

/** Asks somebody to confirm that they want the weekly mail; the link works for `days`. */
export function writeConfirmation({ name, publicUrl }: MailingClub, days: number): MailMessage {
  return {
    subject: 'Confirm: events by mail',
    ...writeBodies([
      { paragraph: `Somebody asked for a weekly mail to this address, with what is coming at ${name}.` },
      { link: 'Confirm that you want it', url: `${publicUrl}/subscribe/`, endsInSecret: true },
      {
        small: `${name}. The link works for ${days} days. If that was not you, ignore this email: nothing is sent unless you confirm.`,
      },
    ]),
  };
}

export function subjectOf({ name }: Pick<MailingClub, 'name'>): string {
  return `${name}: what is coming`;
}

function cardOf({ title, isNew, url, when, where, state }: DigestEvent, colour: string): Block {
  return { card: title, mark: isNew ? 'New' : '', url, lines: [when, where], state, colour };
}
