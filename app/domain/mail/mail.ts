import { readStored } from '../stored-json.ts';
import type { ClubClock } from '../../time/club-time.ts';
import type { ClubEvent } from '../events/event.ts';

/** A mail as it waits in the outbox: everything but who sends it, which is settled when it is sent. */
export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  /** Whom an answer reaches; left out: the club. */
  replyTo?: MailAddress;
  attachments?: MailAttachment[];
}

export interface MailAddress {
  /** Shown beside the address; may be empty. */
  name: string;
  address: string;
}

export interface MailAttachment {
  name: string;
  /** A media type, with its charset. */
  type: string;
  content: string;
}

/** A mail as the outbox holds it; undefined where that cannot be read. */
export function readMessage(stored: string): MailMessage | undefined {
  const message = readStored<MailMessage | null>(stored, null);
  return typeof message?.subject === 'string' && typeof message.text === 'string' ? message : undefined;
}

/**
 * Stands in a message where its secret comes when it is sent, such as the token of a link: the outbox keeps the secret
 * apart, and forgets it once the mail is sent. A private character, which nobody types.
 */
export const SECRET = '\uE000secret\uE000';

/** A message as it is sent. */
export function withSecret({ text, html, ...message }: MailMessage, secret: string | null): MailMessage {
  if (secret === null) return { ...message, text, html };
  return { ...message, text: text.replaceAll(SECRET, secret), html: html.replaceAll(SECRET, secret) };
}

/** What a mail is about, for the admins who see it waiting. */
export type MailKind =
  | 'chat invite'
  | 'contact message'
  | 'event confirmation'
  | 'sign-up'
  | 'sign-up link'
  | 'event reminder'
  | 'event change'
  | 'message';

export interface MailingClub {
  name: string;
  email: string;
  chat: { service: string; inviteUrl: string };
  /** The site's origin. */
  publicUrl: string;
  clock: ClubClock;
  /** The event as a calendar file, or one that takes it out again; undefined for one without a fixed date. */
  writeEventCalendar(event: ClubEvent, options?: { isCancelled: boolean }): string | undefined;
}
