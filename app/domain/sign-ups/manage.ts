import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { calendarLinks, type CalendarLinks } from '../events/calendar-links.ts';
import type { ClubEvent } from '../events/event.ts';
import { overFrom } from '../events/times.ts';
import { isPublic } from '../events/visibility.ts';
import { NotFound, Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { whenOf } from '../events/event-view.ts';
import { defineEventForm, type EventFormField } from '../forms/event-form-definition.ts';
import { findForm } from '../forms/event-form.ts';
import type { Answers } from '../questions/answer.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import { countOptions, type OptionCounts } from '../forms/option-places.ts';
import { findMissed, missedBy } from './draw/drawn.ts';
import { findLinked } from './links.ts';
import { run } from './carry-out.ts';
import { PERSON } from './person.ts';
import { findSignUp, positionOf, requireSignUp } from './read-sign-ups.ts';
import { refuse } from './refusals.ts';
import { lockForm, readStanding, type Held } from './standing.ts';
import type { SignUp } from './state.ts';
import { audienceText, countPlaces, drawText, findPersonForm, takesAnswers } from './places.ts';
import { hasBegun, isFree, isTooLate, stateOf, type PersonForm, type PlacesState } from './rules.ts';
import { listWaitingForAddress, type WaitingForAddress } from './waiting-for-address.ts';

export interface ManagedSignUp {
  state: SignUp['state'];
  position: number | null;
  /** In the draw, also once it is held. */
  ticket: string | null;
  /** The event has a page of its draw. */
  hasDraw: boolean;
  event: Pick<ClubEvent, 'key' | 'title' | 'location' | 'cancelled' | 'cancelReason'> & {
    when: string;
    /** When it is over; epoch milliseconds, null for one that never is. */
    overAt: number | null;
    /** While it has a page. */
    isShown: boolean;
  };
  calendars: CalendarLinks | null;
  fields: EventFormField[];
  /** How far options are taken that have a limit. */
  options: OptionCounts;
  answers: Answers;
  /** By field, what was full when they were drawn: they have the place without it. */
  missed: Record<string, string[]>;
  /** Until the event has begun or is cancelled; then it is only read. */
  canChange: boolean;
  /** Cancelled, and sign-up is open. */
  canSignUpAgain: boolean;
  /** Until their address is confirmed: how sign-up stands for who confirms it now. */
  confirming: PlacesState | null;
  /** What else waits for its address, where the link was mailed to it. */
  others: WaitingForAddress[];
  /** When places are drawn, as people read it, until they are. */
  draws: string | null;
  /** 'For members.' or 'For members until {…}.', to who has still to sign up. */
  audience: string | null;
  /** What the code for the door holds; null for anyone who has no place. */
  code: string | null;
}

const UNKNOWN = 'This link leads to no sign-up.';
const BEGUN = 'The event has begun: your sign-up cannot be changed any more.';
const CANCELLED = 'This event has been cancelled: your sign-up cannot be changed.';

interface Linked {
  form: PersonForm;
  found: SignUp;
  /** Anyone who has the link has the mail of its address. */
  isMailed: boolean;
}

/** @throws NotFound for a link that leads to no sign-up, or none any more. */
async function requireLinked(db: Reader, token: string, timeZone: string): Promise<Linked> {
  const link = await findLinked(db, token);
  const form = link && (await findPersonForm(db, link.formId, timeZone));
  if (!link || !form) throw new NotFound(UNKNOWN);
  const found = await requireSignUp(db, link.formId, link.entryKey).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound(UNKNOWN) : error;
  });
  if (isTooLate(found)) throw new NotFound(UNKNOWN);
  return { form, found, isMailed: link.isMailed };
}

/** @throws NotFound */
export async function viewManaged(db: Reader, club: MailingClub, token: string): Promise<ManagedSignUp> {
  const { timeZone } = club.clock;
  const { form, found, isMailed } = await requireLinked(db, token, timeZone);
  const { event } = form;
  const { key, title, location, cancelled, cancelReason } = event;
  const isOpen = !hasBegun(form) && !cancelled;
  const isShown = isPublic(event);
  const over = overFrom(event, timeZone);
  const places = stateOf(form, await countPlaces(db, form.formId), club);
  const canSignUp = isShown && takesAnswers(places);
  const isConfirmed = found.state !== 'unconfirmed';
  const { fields } = await findForm(db, form.formId);
  return {
    state: found.state,
    position: (await positionOf(db, found)) ?? null,
    ticket: isFree(found.state) ? null : found.ticket,
    hasDraw: isShown && (form.draw || form.drawnAt !== null),
    event: {
      ...{ key, title, location, cancelled, cancelReason, isShown },
      when: whenOf(event, club.clock),
      overAt: over === Infinity ? null : over,
    },
    calendars:
      isOpen && isShown && !isFree(found.state) && found.state !== 'entered'
        ? calendarLinks(event, club.publicUrl)
        : null,
    fields,
    options: await countOptions(db, { id: form.formId, fields }),
    answers: found.answers,
    missed: missedBy(await findMissed(db, form.formId), found, fields),
    canChange: isOpen && found.state !== 'cancelled' && (isConfirmed || canSignUp),
    canSignUpAgain: isOpen && found.state === 'cancelled' && canSignUp,
    confirming: isConfirmed ? null : isShown ? places : 'closed',
    others: isMailed ? await listWaitingForAddress(db, club, found) : [],
    draws: isOpen && places === 'draw' && found.state !== 'cancelled' ? drawText(form.closes, club.clock) : null,
    audience: isFree(found.state) && isOpen ? audienceText(form, club.clock) : null,
    code: found.state === 'going' && !cancelled ? doorCode(club, key, found.key) : null,
  };
}

/**
 * What somebody's code for the door holds: the event's page, and behind it whose it is. A phone's own camera leads to the
 * page; the door needs no network to know whose it is.
 */
export function doorCode({ publicUrl }: Pick<MailingClub, 'publicUrl'>, eventKey: string, entryKey: string): string {
  return `${publicUrl}/events/${encodeURIComponent(eventKey)}#${entryKey}`;
}

/** @throws NotFound; Rejected with a message per field, or once the event has begun; OptionFull */
export async function changeManaged(db: Database, club: MailingClub, token: string, given: Given): Promise<void> {
  await db.write(async (tx) => {
    const { held, found } = await holdLinked(tx, club, token, requireLinkedOpen);
    if (found.state === 'cancelled') refuse({ refusal: 'cancelled' });
    const answers = await checkOwn(tx, found, given);
    const standing = await readStanding(tx, club, held.held, held.form, { key: found.key });
    await run(tx, club, standing, { kind: 'change answers', answers });
  });
}

/** What somebody answers of themselves; the address stays. @throws Rejected with a message per field */
async function checkOwn(tx: Reader, found: SignUp, given: Given): Promise<Answers> {
  const email = found.answers[PERSON.email] ?? found.email;
  const definition = defineEventForm(await findForm(tx, found.formId));
  const { answers, wrong } = checkAnswers(definition, { ...given, [PERSON.email]: email });
  if (Object.keys(wrong).length > 0) throw new Rejected('Please fill all required fields, indicated with *', wrong);
  return answers;
}

/** What somebody who is asked whether they still come sees. */
export interface StillComingView {
  state: SignUp['state'];
  position: number | null;
  event: Pick<ClubEvent, 'title' | 'location' | 'cancelled' | 'cancelReason'> & { when: string };
  /** Whether they said that they come. */
  isComing: boolean;
  /** Until the event has begun or is cancelled. */
  canAnswer: boolean;
  /** All but the address, for anyone who signs up again and cannot have what they had chosen. */
  fields: EventFormField[];
  /** How far options are taken that have a limit. */
  options: OptionCounts;
  answers: Answers;
}

/** @throws NotFound */
export async function viewComing(db: Reader, club: MailingClub, token: string): Promise<StillComingView> {
  const { form, found } = await requireLinked(db, token, club.clock.timeZone);
  // Nobody is asked before their sign-up counts.
  if (found.state === 'unconfirmed') throw new NotFound(UNKNOWN);
  const { title, location, cancelled, cancelReason, start } = form.event;
  const { fields } = await findForm(db, form.formId);
  return {
    state: found.state,
    position: (await positionOf(db, found)) ?? null,
    event: { title, location, cancelled, cancelReason, when: whenOf(form.event, club.clock) },
    isComing: found.state === 'going' && start !== null && found.comingFor === start,
    canAnswer: !hasBegun(form) && !cancelled,
    fields: fields.filter(({ name }) => name !== PERSON.email),
    options: await countOptions(db, { id: form.formId, fields }),
    answers: found.answers,
  };
}

/**
 * Anyone who has given up the place signs up again, with other `answers` where they are given; `unconfirmed` as signUpByLink says.
 * @throws NotFound, Rejected with a message per field, or once the event has begun; NoPlace, OptionFull
 */
export async function sayComing(db: Database, club: MailingClub, token: string, answers?: Given) {
  if ((await signUpAgain(db, club, token, { answers })) === 'unconfirmed') return 'unconfirmed';
  await db.write(async (tx) => {
    const { held, found } = await holdLinked(tx, club, token, requireLinkedOpen);
    const standing = await readStanding(tx, club, held.held, held.form, { key: found.key });
    await run(tx, club, standing, { kind: 'say coming' });
  });
  return 'confirmed';
}

/** Gives the place up, and to the person who waits longest. @throws NotFound, Rejected once the event has begun. */
export async function cancelManaged(db: Database, club: MailingClub, token: string): Promise<void> {
  await db.write(async (tx) => {
    const { held, found } = await holdLinked(tx, club, token, requireLinkedOpen);
    const standing = await readStanding(tx, club, held.held, held.form, { key: found.key, movesUp: true });
    await run(tx, club, standing, { kind: 'cancel' });
  });
}

type Given = Record<string, unknown>;

interface Again {
  /** Of another ticket, where places are drawn. */
  half?: string | undefined;
  /** In the place of those they had given: an option that they had may be full. */
  answers?: Given | undefined;
}

/** Signs up again anyone who had cancelled, behind those who wait; as signUpByLink says. @throws NotFound, Rejected, OptionFull */
export function signUpAgain(
  db: Database,
  club: MailingClub,
  token: string,
  again: Again = {},
): Promise<'confirmed' | 'unconfirmed'> {
  return signUpByLink(db, club, token, { from: 'cancelled', require: requireLinkedOpen, ...again });
}

/** The sign-up counts from now on, as long as sign-up is open; as signUpByLink says. @throws NotFound, Rejected */
export function confirmManaged(db: Database, club: MailingClub, token: string): Promise<'confirmed' | 'unconfirmed'> {
  return signUpByLink(db, club, token, { from: 'unconfirmed', require: requireLinked });
}

/**
 * As confirmManaged, of another sign-up that waits for the same address: anyone who has a link that was mailed has its mail.
 * @throws NotFound, Rejected
 */
export function confirmOther(
  db: Database,
  club: MailingClub,
  token: string,
  other: Pick<SignUp, 'formId' | 'key'>,
): Promise<'confirmed' | 'unconfirmed'> {
  return signUpByLink(db, club, token, {
    from: 'unconfirmed',
    async require(tx, linked, timeZone) {
      const { found: mine, isMailed } = await requireLinked(tx, linked, timeZone);
      const form = await findPersonForm(tx, other.formId, timeZone);
      const found = await findSignUp(tx, other.formId, other.key);
      const isTheirs = isMailed && mine.email !== '' && found?.email === mine.email;
      if (!form || !found || !isTheirs || isTooLate(found)) throw new NotFound(NOT_WAITING);
      return { form, found, isMailed };
    },
  });
}

const NOT_WAITING = 'This sign-up does not wait to be confirmed any more.';

interface ByLink extends Again {
  from: 'cancelled' | 'unconfirmed';
  require: typeof requireLinked;
}

/**
 * Anyone who has a link that was mailed has the mail of its address: that is confirmed. Any other link may be a stranger's, who is
 * answered as if the form were sent: `unconfirmed`, until a link in the mail is followed.
 */
async function signUpByLink(
  db: Database,
  club: MailingClub,
  token: string,
  { from, require, half, answers: given }: ByLink,
): Promise<'confirmed' | 'unconfirmed'> {
  return db.write(async (tx) => {
    const { held, found, isMailed } = await holdLinked(tx, club, token, require);
    if (found.state !== from) return 'confirmed';
    if (!isPublic(held.form.event)) refuse({ refusal: 'closed' });
    const answers = given ? await checkOwn(tx, found, given) : found.answers;
    const { key } = found;
    const standing = await readStanding(tx, club, held.held, held.form, { key, answers, half, asksMembership: true });
    const link = { isMailed, newKey: newKey() };
    const { signUp } = await run(
      tx,
      club,
      standing,
      from === 'unconfirmed' ? { kind: 'confirm', ...link } : { kind: 'return', ...link, answers },
    );
    return signUp && signUp.state !== 'unconfirmed' ? 'confirmed' : 'unconfirmed';
  });
}

/** Until the places were held it may have been cancelled, or changed from another page: what counts is read after that. */
async function holdLinked(
  tx: Writer,
  { clock: { timeZone } }: MailingClub,
  token: string,
  require: typeof requireLinked,
): Promise<{ held: Held; found: SignUp; isMailed: boolean }> {
  const before = await require(tx, token, timeZone);
  const held = await lockForm(tx, before.form.formId);
  const { form, found, isMailed } = await require(tx, token, timeZone);
  return { held: { held, form }, found, isMailed };
}

async function requireLinkedOpen(tx: Reader, token: string, timeZone: string): Promise<Linked> {
  const linked = await requireLinked(tx, token, timeZone);
  if (hasBegun(linked.form)) throw new Rejected(BEGUN);
  if (linked.form.event.cancelled) throw new Rejected(CANCELLED);
  return linked;
}
