import type { Bodies } from './bodies.ts';
import type { ClubConfig } from '../../config/club.ts';
import { readStored } from '../stored-json.ts';
import type { ClubClock } from '../../time/club-time.ts';
import type { Edition } from '../events/calendar-edition.ts';
import type { ClubEvent } from '../events/event.ts';

export interface MailMessage extends Bodies {
  subject: string;
  /** Defaults to the club. */
  replyTo?: MailAddress;
  attachments?: MailAttachment[];
  /** Where recipients end a mailing, for the mail's headers; the mail's secret is added at its end. */
  stopUrl?: string;
}

interface MailAddress {
  name: string;
  address: string;
}

interface MailAttachment {
  name: string;
  /** A media type, with its charset. */
  type: string;
  content: string;
}

export function readMessage(stored: string): MailMessage | undefined {
  const message = readStored<MailMessage | null>(stored, null);
  return typeof message?.subject === 'string' && typeof message.text === 'string' ? message : undefined;
}

/** The message as it is sent: with the secret, if it has room for one. */
export function withSecret({ secretAt, ...message }: MailMessage, secret: string | null): MailMessage {
  if (secret === null || !secretAt) return message;
  return {
    ...message,
    text: insertAt(message.text, secretAt.text, secret),
    html: insertAt(message.html, secretAt.html, secret),
    ...(message.stopUrl !== undefined && { stopUrl: message.stopUrl + secret }),
  };
}

function insertAt(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}

export type MailKind =
  | 'chat invite'
  | 'contact message'
  | 'event confirmation'
  | 'sign-up'
  | 'sign-up confirmation'
  | 'sign-up link'
  | 'place'
  | 'event reminder'
  | 'event change'
  | 'draw'
  | 'message'
  | 'invitation'
  | 'membership'
  | 'membership card'
  | 'date'
  | 'proposal'
  | 'subscription'
  | 'digest';

export interface MailingClub {
  name: string;
  email: string;
  chat: { service: string; inviteUrl: string };
  publicUrl: string;
  clock: ClubClock;
  /** Such as USD. */
  currency: string;
  /** A colour such as #aa3b3b. */
  accent: string;
  /** The club's membership settings; undefined if it has no members. */
  membership: ClubConfig['membership'];
  /** With `isCancelled`, the file removes the event from calendars. undefined for an event without a fixed date. */
  writeEventCalendar(
    event: ClubEvent,
    edition: Edition,
    options?: { isCancelled: boolean },
  ): MailAttachment | undefined;
}
