import { formatMoment } from '../../time/club-time.ts';
import type { Edition } from '../events/calendar-edition.ts';
import type { ClubEvent } from '../events/event.ts';
import { whenOf } from '../events/event-view.ts';
import { hasFixedDate } from '../events/times.ts';
import { isPublic } from '../events/visibility.ts';
import { writeBodies, type Block } from '../mail/bodies.ts';
import { shorten } from '../mail/header-text.ts';
import type { MailKind, MailMessage, MailingClub } from '../mail/mail.ts';
import type { Occasion } from './decide.ts';
import { paymentBlocks, type OwnPayment } from './payments/sentences.ts';

interface Wording {
  kind: MailKind;
  subject: string;
  /** What happened, before the event's own facts; `{title}`, `{n}` and `{ticket}` are filled in. */
  says: string;
  calendar?: keyof typeof CALENDAR_NOTES;
  /** The text of its link; left out: 'Manage my sign-up'. */
  link?: string;
  linksDraw?: true;
}

const CALENDAR_NOTES = {
  event: 'The attached file adds it to your calendar.',
  changed: 'The attached file updates your calendar.',
  cancelled: 'The attached file removes it from your calendar.',
};

export const WORDINGS: Record<Occasion, Wording> = {
  unconfirmed: {
    kind: 'sign-up confirmation',
    subject: 'Confirm your sign-up: {title}',
    link: 'Confirm my sign-up',
    says: 'Somebody entered this address to sign up for {title}. The sign-up counts once you confirm it: follow the link within 24 hours. The link also shows whatever else this address was entered for and still waits to be confirmed.',
  },
  going: {
    kind: 'sign-up',
    subject: 'You have a place: {title}',
    calendar: 'event',
    says: 'You have a place at {title}.',
  },
  waiting: {
    kind: 'sign-up',
    subject: 'You are on the waitlist: {title}',
    says: 'You are number {n} on the waitlist of {title}. We will write to you as soon as you have a place.',
  },
  entered: {
    kind: 'sign-up',
    subject: 'You are in the draw: {title}',
    linksDraw: true,
    says: 'You are in the draw for places at {title}. Your ticket: {ticket}. When you signed up makes no difference. We will write to you once the places are drawn, when sign-up closes.',
  },
  'moved up': {
    kind: 'place',
    subject: 'A place is yours: {title}',
    calendar: 'event',
    says: 'A place has become free at {title}, and it is yours. If you cannot come, please give it up so that someone else can.',
  },
  'passed on': {
    kind: 'place',
    subject: 'Your place was passed on: {title}',
    says: 'You did not say that you are still coming to {title}, so your place went to somebody on the waitlist. You are number {n} on the waitlist. We will write to you if a place becomes free.',
  },
  cancelled: {
    kind: 'sign-up',
    subject: 'Your sign-up is cancelled: {title}',
    calendar: 'cancelled',
    says: 'Your sign-up for {title} is cancelled.',
  },
  'please pay': {
    kind: 'event reminder',
    subject: 'Please pay: {title}',
    says: 'Your place at {title} is not paid yet.',
  },
  'given up': {
    kind: 'place',
    subject: 'Your place was given up: {title}',
    calendar: 'cancelled',
    says: 'Your place at {title} was not paid in time, so it was given up. If you have paid in the meantime, the club will give the money back.',
  },
  link: {
    kind: 'sign-up link',
    subject: 'Your sign-up: {title}',
    says: 'Here is the link to your sign-up for {title}.',
  },
  'link by an officer': {
    kind: 'message',
    subject: 'Your sign-up: {title}',
    says: 'Here is the link to your sign-up for {title}.',
  },
};

interface MailDetails {
  /** The number on the waitlist. */
  position: number | undefined;
  ticket: string | null;
  payment: OwnPayment | null;
  /** Given for the mails that bring a calendar file. */
  edition: Edition | undefined;
}

/** Writes the mail of a decision about one sign-up. The link's token is filled in later. */
export function writeSignUpMail(
  club: MailingClub,
  event: ClubEvent,
  occasion: Occasion,
  { position, ticket, payment, edition }: MailDetails,
): MailMessage {
  const { kind: _, says, calendar, ...wording } = WORDINGS[occasion];
  return writeEventMail(club, event, {
    ...wording,
    payment,
    hasPlace: occasion !== 'cancelled' && occasion !== 'given up',
    ...(calendar && edition && { calendar: { says: calendar, edition } }),
    says: says.replace('{n}', String(position ?? '')).replace('{ticket}', ticket ?? ''),
  });
}

/**
 * Writes the mailing to people who were in a draw. `without`: the options that they chose and that were full by then;
 * empty if they got them all.
 */
export function writeDrawMailing(
  club: MailingClub,
  event: ClubEvent,
  state: 'going' | 'waiting',
  without: string,
  edition: Edition,
  payment: OwnPayment | null = null,
): MailMessage {
  const options =
    without === ''
      ? ''
      : ` What you chose was full when your ticket was drawn: ${without}. You have the place without it, and can choose something else on your own page.`;
  const says = {
    going: `The places at {title} have been drawn, and you have one.${options} If you cannot come, please give it up so that someone else can.`,
    waiting:
      'The places at {title} have been drawn, and you are on the waitlist. Your own page says which number you are. We will write to you as soon as you have a place.',
  };
  const { subject, calendar } = WORDINGS[state];
  return writeEventMail(club, event, {
    subject,
    says: says[state],
    payment,
    linksDraw: true,
    ...(calendar && { calendar: { says: calendar, edition } }),
  });
}

export interface OfficersMessage {
  subject: string;
  message: string;
}

/** The link's token is filled in later. */
export function writeOfficersMessage(
  club: MailingClub,
  event: ClubEvent,
  { subject, message }: OfficersMessage,
): MailMessage {
  return {
    subject,
    ...writeBodies([
      { prose: message },
      whenAndWhere(club, event, event.title),
      ...linksTo(club, event),
      whyYouGetThis(club, 'use the link above to give up the place'),
    ]),
  };
}

/** An officer's own message as a test, without a sign-up's link. */
export function writeTestMessage(
  club: MailingClub,
  event: ClubEvent,
  { subject, message }: OfficersMessage,
): MailMessage {
  return {
    subject,
    ...writeBodies([
      { prose: message },
      whenAndWhere(club, event, event.title),
      linkTo(club, event),
      { small: `${club.name}. This is a test: each person’s mail has the link to their sign-up here.` },
    ]),
  };
}

/** The link's token is filled in later. */
export function writeReminder(club: MailingClub, event: ClubEvent): MailMessage {
  return writeEventMail(club, event, {
    subject: 'Reminder: {title}',
    says: 'A reminder that you have a place at {title}. If you cannot come, please give it up so that someone else can.',
  });
}

/**
 * The mail has one link; the page that it leads to has two buttons. `passedOnAt`: when the place of somebody who has not
 * answered goes to somebody who waits; null if they keep it.
 */
export function writeQuestion(club: MailingClub, event: ClubEvent, passedOnAt: number | null): MailMessage {
  const title = event.title || 'our event';
  const silent =
    passedOnAt === null
      ? ''
      : ` If you have not answered by ${formatMoment(passedOnAt, club.clock)} and somebody waits, your place goes to them.`;
  return {
    subject: `Still coming? ${title}`,
    ...writeBodies([
      { paragraph: `You have a place at ${shorten(title, 300)}. Are you still coming? It takes one press.${silent}` },
      whenAndWhere(club, event),
      { link: 'Say whether you are coming', url: `${club.publicUrl}/still-coming/`, endsInSecret: true },
      whyYouGetThis(club, 'use the link above to give up the place'),
    ]),
  };
}

/** If the event no longer has a fixed date, the attached file removes it from calendars. */
export function writeChange(club: MailingClub, [before, after]: [ClubEvent, ClubEvent], edition: Edition): MailMessage {
  const isOutOfCalendars = hasFixedDate(before) && !hasFixedDate(after);
  return writeEventMail(club, after, {
    subject: 'Changed: {title}',
    says: '{title} has a new time or place. If you can no longer come, please give up your place so that someone else can.',
    facts: [{ paragraph: 'Before:' }, whenAndWhere(club, before), { paragraph: 'Now:' }, whenAndWhere(club, after)],
    calendar: {
      says: isOutOfCalendars ? 'cancelled' : 'changed',
      edition,
      ...(isOutOfCalendars && { of: before }),
    },
  });
}

export interface Cancellation {
  /** The officer's reason, which the mail quotes. */
  reason?: string;
  /** The event and its sign-ups are about to be removed, so the link would lead nowhere. */
  isRemoved?: boolean;
}

export function writeCancellation(
  club: MailingClub,
  event: ClubEvent,
  { reason = '', isRemoved = false }: Cancellation,
  edition: Edition,
): MailMessage {
  return writeEventMail(club, event, {
    subject: 'Cancelled: {title}',
    says: '{title} will not take place.',
    facts: [...(reason ? [{ quote: reason }] : []), whenAndWhere(club, event)],
    calendar: { says: 'cancelled', edition },
    isRemoved,
  });
}

export function writeEventIsOn(club: MailingClub, event: ClubEvent, edition: Edition): MailMessage {
  return writeEventMail(club, event, {
    subject: 'Changed: {title}',
    says: '{title} will take place after all. If you can no longer come, please give up your place so that someone else can.',
    calendar: { says: 'changed', edition },
  });
}

interface EventMail {
  /** `{title}` is filled in. */
  subject: string;
  says: string;
  /** How their payment stands. */
  payment?: OwnPayment | null;
  /** Shown instead of when and where. */
  facts?: Block[];
  /** `of`: another version of the event for the file. */
  calendar?: { says: keyof typeof CALENDAR_NOTES; edition: Edition; of?: ClubEvent };
  /** The event is removed, so the link would lead nowhere. */
  isRemoved?: boolean;
  link?: string | undefined;
  /** False if they have no place, or number, that they could give up. */
  hasPlace?: boolean;
  /** Links to the page where anyone can check the draw. */
  linksDraw?: true;
}

/** The link's token is filled in later. */
function writeEventMail(
  club: MailingClub,
  event: ClubEvent,
  { subject, says, payment = null, facts, calendar, isRemoved = false, link, hasPlace = true, linksDraw }: EventMail,
): MailMessage {
  const title = event.title || 'our event';
  const file =
    calendar &&
    club.writeEventCalendar(calendar.of ?? event, calendar.edition, { isCancelled: calendar.says === 'cancelled' });
  return {
    subject: subject.replace('{title}', () => title),
    ...writeBodies([
      { paragraph: says.replace('{title}', () => shorten(title, 300)) },
      ...paymentBlocks(payment),
      ...(facts ?? [whenAndWhere(club, event)]),
      ...(linksDraw && isPublic(event) ? [{ link: 'See the draw', url: `${pageOf(club, event)}/draw` }] : []),
      ...(isRemoved ? [] : linksTo(club, event, link)),
      ...(calendar && file ? [{ paragraph: CALENDAR_NOTES[calendar.says] }] : []),
      whyYouGetThis(
        club,
        isRemoved || link !== undefined || !hasPlace
          ? 'you can ignore this email'
          : 'use the link above to give up the place',
      ),
    ]),
    ...(file && { attachments: [file] }),
  };
}

/** Pass `title` if the words above may not name the event. */
function whenAndWhere(club: MailingClub, event: ClubEvent, title = ''): Block {
  const facts: [string, string][] = [
    ['Event', title],
    ['When', whenOf(event, club.clock)],
    ['Where', event.location],
  ];
  return { facts: facts.flatMap(([label, value]) => (value ? [[label, value]] : [])) };
}

function linksTo(club: MailingClub, event: ClubEvent, link = 'Manage my sign-up'): Block[] {
  const page = isPublic(event) ? [linkTo(club, event)] : [];
  return [...page, { link, url: `${club.publicUrl}/sign-ups/`, endsInSecret: true }];
}

function linkTo(club: MailingClub, event: ClubEvent): Block {
  return { link: 'See the event', url: pageOf(club, event) };
}

function pageOf({ publicUrl }: MailingClub, { key }: ClubEvent): string {
  return `${publicUrl}/events/${encodeURIComponent(key)}`;
}

function whyYouGetThis({ name, publicUrl }: MailingClub, todo: string): Block {
  return {
    small: `${name}. This address was entered in a sign-up form at ${publicUrl}. If that was not you, ${todo}.`,
  };
}
