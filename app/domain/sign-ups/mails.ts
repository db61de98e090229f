import type { Database, Writer } from '../../db/db.server.ts';
import { newEdition, type Edition } from '../events/calendar-edition.ts';
import type { ClubEvent } from '../events/event.ts';
import { isPublic } from '../events/visibility.ts';
import { shorten } from '../mail/header-text.ts';
import { signUpMailsKey } from './mail-about-responses.ts';
import { isEmail } from '../email-address.ts';
import type { MailKind, MailMessage, MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { isAtLimit } from '../mail/recipient-limit.ts';
import { whenOf } from '../events/event-view.ts';
import { writeBodies, type Block } from '../mail/bodies.ts';
import { newKey } from '../keys.ts';
import { newLink } from './links.ts';
import { findPersonForm } from './places.ts';
import { ownPayment, paymentBlocks, type OwnPayment } from './payments/sentences.ts';
import { CONFIRMED_WITHIN_MS, type PersonForm } from './rules.ts';
import type { Occasion, SignUpMail } from './decide.ts';
import { positionOf } from './read-sign-ups.ts';
import type { SignUp } from './state.ts';

/** Mails that are not sent about a cancelled event. */
const PROMISES: ReadonlySet<Occasion> = new Set(['going', 'waiting', 'entered', 'moved up', 'passed on']);

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

const WORDINGS: Record<Occasion, Wording> = {
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
    says: 'All places at {title} are taken. You are number {n} on the waitlist. We will write to you as soon as you have a place.',
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

/** The token in a mail's link, and the number on the waitlist that the mail states. */
export interface MailedLink {
  token: string;
  position: number | undefined;
}

/** Mails that say how somebody's payment stands. */
const SAY_PAYMENT: ReadonlySet<Occasion> = new Set(['going', 'moved up', 'please pay', 'cancelled']);

interface SignUpMailOptions {
  payment?: OwnPayment | null;
  key?: string;
  showsLinkToSender?: boolean;
  position?: number | undefined;
}

/** Writes a decision's mail. The one with only a link is limited (sendLink); all others go out each time. */
export async function mailSignUp(
  tx: Writer,
  club: MailingClub,
  form: Pick<PersonForm, 'event' | 'howToPay'>,
  { to, occasion, position }: SignUpMail,
  { showsLinkToSender = false, now = Date.now() }: { showsLinkToSender?: boolean; now?: number } = {},
): Promise<MailedLink | undefined> {
  const { event } = form;
  if (occasion === 'link') {
    await sendLink(tx, club, event, to, occasion);
    return undefined;
  }
  const payment = SAY_PAYMENT.has(occasion) ? ownPayment(to, form, club, now) : null;
  return queueSignUpMail(tx, club, event, to, occasion, { showsLinkToSender, position, payment });
}

/**
 * Queues a mail to a sign-up's owner, with a further link to their sign-up. Call it in the transaction of what it is
 * about. The same `key` queues one mail, however often. A person who was added without an address gets none.
 * `showsLinkToSender`: the link's token is also shown to the sender, who may be somebody else.
 */
async function queueSignUpMail(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  signUp: SignUp,
  occasion: Occasion,
  {
    key = `${signUpMailsKey(signUp)}${newKey()}`,
    showsLinkToSender = false,
    position: known,
    payment,
  }: SignUpMailOptions = {},
): Promise<MailedLink | undefined> {
  // An import may hold something that is not an address.
  if (!isEmail(signUp.email)) return undefined;
  // The door still lets people in; no mail promises them a place.
  if (event.cancelled && PROMISES.has(occasion)) return undefined;
  const { kind, says, calendar, ...wording } = WORDINGS[occasion];
  const token = await newLink(tx, signUp.formId, signUp.key, { showsLinkToSender });
  const position = known ?? (await positionOf(tx, signUp));
  await queueMail(tx, {
    key,
    kind,
    recipient: signUp.email,
    secret: token,
    about: signUp.formId,
    ...(signUp.state === 'unconfirmed' && { expiresAt: signUp.since + CONFIRMED_WITHIN_MS }),
    ...(occasion === 'please pay' && signUp.payBy !== null && { expiresAt: signUp.payBy }),
    ...writeAbout(club, event, {
      ...wording,
      ...(payment && { payment }),
      ...(calendar && { calendar: { says: calendar, edition: await newEdition(tx, event) } }),
      says: says.replace('{n}', String(position ?? '')).replace('{ticket}', signUp.ticket ?? ''),
    }),
  });
  return { token, position };
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
  return writeAbout(club, event, {
    subject,
    says: says[state],
    payment,
    linksDraw: true,
    ...(calendar && { calendar: { says: calendar, edition } }),
  });
}

interface OfficersMessage {
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
      whyYou(club, 'use the link above to give up the place'),
    ]),
  };
}

/** Sends an officer their own message as a test, without a sign-up's link. */
export async function mailAuthor(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  recipient: string,
  { subject, message }: OfficersMessage,
): Promise<void> {
  await queueMail(tx, {
    kind: 'message',
    recipient,
    subject,
    ...writeBodies([
      { prose: message },
      whenAndWhere(club, event, event.title),
      linkTo(club, event),
      { small: `${club.name}. This is a test: each person’s mail has the link to their sign-up here.` },
    ]),
  });
}

export interface About {
  /** `{title}` is filled in. */
  subject: string;
  says: string;
  /** How their payment stands. */
  payment?: OwnPayment | null;
  /** Shown instead of when and where. */
  facts?: Block[];
  /** `of`: another version of the event for the file. */
  calendar?: { says: keyof typeof CALENDAR_NOTES; edition: Edition; of?: ClubEvent };
  /** The event is taken down, and so is its link. */
  isRemoved?: boolean;
  link?: string | undefined;
  /** Links to the page where anyone can check the draw. */
  linksDraw?: true;
}

/** The link's token is filled in later. */
export function writeAbout(
  club: MailingClub,
  event: ClubEvent,
  { subject, says, payment = null, facts, calendar, isRemoved = false, link, linksDraw }: About,
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
      whyYou(
        club,
        isRemoved || link !== undefined ? 'you can ignore this email' : 'use the link above to give up the place',
      ),
    ]),
    ...(file && { attachments: [file] }),
  };
}

/** Pass `title` if the words above may not name the event. */
export function whenAndWhere(club: MailingClub, event: ClubEvent, title = ''): Block {
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

export function whyYou({ name, publicUrl }: MailingClub, todo: string): Block {
  return {
    small: `${name}. This address was entered in a sign-up form at ${publicUrl}. If that was not you, ${todo}.`,
  };
}

const AGAIN_MS = 600_000;

type AgainOccasion = 'unconfirmed' | 'link' | 'link by an officer';
type LinkOutcome = 'sent' | 'sent lately' | 'withheld';

/** Like sendLink, in a write of its own. */
export async function sendLinkAgain(db: Database, club: MailingClub, signUp: SignUp): Promise<LinkOutcome> {
  return db.write(async (tx) => {
    const form = await findPersonForm(tx, signUp.formId, club.clock.timeZone);
    return form ? sendLink(tx, club, form.event, signUp, 'link') : 'sent lately';
  });
}

/** Mails a link to a corrected address; the mails that went to the wrong one do not count. */
export async function sendToCorrected(tx: Writer, club: MailingClub, event: ClubEvent, signUp: SignUp): Promise<void> {
  const occasion = signUp.state === 'unconfirmed' ? signUp.state : 'link by an officer';
  if (await isAtLimit(tx, WORDINGS[occasion].kind, signUp.email)) return;
  await queueSignUpMail(tx, club, event, signUp, occasion);
}

/** Mails a new link, unless one went out in the same ten minutes or the day's limit is reached. */
export async function sendLink(
  tx: Writer,
  club: MailingClub,
  event: ClubEvent,
  signUp: SignUp,
  occasion: AgainOccasion,
): Promise<LinkOutcome> {
  const key = `${signUpMailsKey(signUp)}${occasion.replaceAll(' ', '-')}-${Math.floor(Date.now() / AGAIN_MS)}`;
  const queued = await tx.query.selectFrom('outbox').select('key').where('key', '=', key).executeTakeFirst();
  if (queued) return 'sent lately';
  if (await isAtLimit(tx, WORDINGS[occasion].kind, signUp.email)) return 'withheld';
  await queueSignUpMail(tx, club, event, signUp, occasion, { key });
  return 'sent';
}
