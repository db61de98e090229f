import { readStored } from '../stored-json.ts';
import type { ClubClock } from '../../time/club-time.ts';
import type { ClubEvent } from '../events/event.ts';

export interface MailMessage {
  subject: string;
  text: string;
  html: string;
  /** Left out: the club. */
  replyTo?: MailAddress;
  attachments?: MailAttachment[];
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface MailAttachment {
  name: string;
  /** A media type, with its charset. */
  type: string;
  content: string;
}

export function readMessage(stored: string): MailMessage | undefined {
  const message = readStored<MailMessage | null>(stored, null);
  return typeof message?.subject === 'string' && typeof message.text === 'string' ? message : undefined;
}

/** The message's secret comes here when it is sent. A private character, which nobody types. */
export const SECRET = '\uE000secret\uE000';

export function withSecret({ text, html, ...message }: MailMessage, secret: string | null): MailMessage {
  if (secret === null) return { ...message, text, html };
  return { ...message, text: text.replaceAll(SECRET, secret), html: html.replaceAll(SECRET, secret) };
}

export type MailKind =
  | 'chat invite'
  | 'contact message'
  | 'event confirmation'
  | 'sign-up'
  | 'sign-up link'
  | 'place'
  | 'event reminder'
  | 'event change'
  | 'message'
  | 'invitation';

export interface MailingClub {
  name: string;
  email: string;
  chat: { service: string; inviteUrl: string };
  publicUrl: string;
  clock: ClubClock;
  /** undefined for an event without a fixed date. */
  writeEventCalendar(event: ClubEvent, options?: { isCancelled: boolean }): string | undefined;
}
