import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { calendarLinks, type CalendarLinks } from '../events/calendar-links.ts';
import type { ClubEvent } from '../events/event.ts';
import { overFrom } from '../events/times.ts';
import { eventName } from '../events/titles.ts';
import { isPublic } from '../events/visibility.ts';
import { NotFound, Rejected } from '../errors.ts';
import { newKey } from '../keys.ts';
import type { MailingClub } from '../mail/mail.ts';
import { whenOf } from '../events/event-view.ts';
import { defineEventForm, type EventFormField } from '../forms/event-form-definition.ts';
import { findForm } from '../forms/event-form.ts';
import type { Answers } from '../questions/answer.ts';
import { checkAnswers } from '../forms/form-definition.ts';
import type { OptionCounts } from '../forms/option-places.ts';
import { findMissedChoices, missedChoicesOf } from './draw/result.ts';
import { isDoorOpen } from './door/links.ts';
import { findSignUpLink } from './links.ts';
import { run } from './carry-out.ts';
import { costsOncePlaced, ownPayment, type OwnPayment } from './payments/sentences.ts';
import { PERSON } from './person.ts';
import { findSignUp, positionOf, requireSignUp } from './read-sign-ups.ts';
import { refuse } from './refusals.ts';
import { lockForm, readStanding, type LockedPlaces } from './standing.ts';
import { CLOSED } from './sentences.ts';
import type { SignUp } from './state.ts';
import { arePlacesKept } from './kept-places.ts';
import { countLimitedOptions, findFormOfSignUp, takesAnswers, viewPlaces } from './places.ts';
import { audienceText, drawText, keptText } from './places-sentences.ts';
import { hasBegun, isInactive, hasExpired, type PersonForm, type PlacesState } from './rules.ts';
import { listWaitingForAddress, type WaitingForAddress } from './waiting-for-address.ts';

export interface ManagedSignUp {
  state: SignUp['state'];
  position: number | null;
  /** Their ticket in the draw, even after it is held; null if they have none. */
  ticket: string | null;
  /** The event has a page for its draw. */
  hasDraw: boolean;
  event: Pick<ClubEvent, 'key' | 'title' | 'location' | 'cancelled' | 'cancelReason'> & {
    when: string;
    /** When it is over, in epoch milliseconds; null if it never is. */
    overAt: number | null;
    isOver: boolean;
    /** Whether it has a public page now. */
    isShown: boolean;
  };
  calendars: CalendarLinks | null;
  fields: EventFormField[];
  /** How many have chosen each option that has a limit. */
  options: OptionCounts;
  answers: Answers;
  /** By field, the options that were full when they were drawn; they have the place without these. */
  missed: Record<string, string[]>;
  /** Until the event has begun or is cancelled, or its form asks for no person any more; from then on they can only read it. */
  canChange: boolean;
  /** They have cancelled, and sign-up is open. */
  canSignUpAgain: boolean;
  /** How sign-up stands if they confirm their address now; null once it is confirmed. */
  confirming: PlacesState | null;
  /** Other sign-ups that wait for the same address to be confirmed; empty unless this link was mailed to it. */
  others: WaitingForAddress[];
  /** A sentence that says when places are drawn, until they are. */
  draws: string | null;
  /** 'For members.' or 'For members until {…}.', for people who still have to sign up. */
  audience: string | null;
  /** A sentence, while places are kept for groups and they may wait for one. */
  kept: string | null;
  /** How their payment stands; null if they owe nothing and have paid nothing. */
  payment: OwnPayment | null;
  /** What they will owe for a place; null if they have one, it is free, or there are none any more. */
  costs: string | null;
  /** What becomes of their payment if they cancel; null if they have paid nothing. */
  refund: string | null;
  /** What their code for the door holds; null if they have no place, or the door has closed. */
  code: string | null;
}

const UNKNOWN = 'This link leads to no sign-up.';
const BEGUN = 'The event has begun: your sign-up cannot be changed any more.';
const CANCELLED = 'This event has been cancelled: your sign-up cannot be changed.';

interface LinkedSignUp {
  /** If it no longer asks for a person, sign-ups that it has can only be read. */
  form: PersonForm & { stillAsks: boolean };
  signUp: SignUp;
  /** The link was mailed, so the person who has it can read that address's mail. */
  isMailed: boolean;
}

/** @throws NotFound if the link leads to no sign-up, or no longer does. */
async function requireByLink(db: Reader, token: string, timeZone: string): Promise<LinkedSignUp> {
  const link = await findSignUpLink(db, token);
  const form = link && (await findFormOfSignUp(db, link.formId, timeZone));
  if (!link || !form) throw new NotFound(UNKNOWN);
  const signUp = await requireSignUp(db, link.formId, link.entryKey).catch((error: unknown) => {
    throw error instanceof NotFound ? new NotFound(UNKNOWN) : error;
  });
  if (hasExpired(signUp)) throw new NotFound(UNKNOWN);
  return { form, signUp, isMailed: link.isMailed };
}

/** @throws NotFound */
export async function viewByLink(db: Reader, club: MailingClub, token: string): Promise<ManagedSignUp> {
  const { timeZone } = club.clock;
  const { form, signUp, isMailed } = await requireByLink(db, token, timeZone);
  const { event } = form;
  const { key, title, location, cancelled, cancelReason } = event;
  const isOpen = form.stillAsks && !hasBegun(form) && !cancelled;
  const isShown = isPublic(event);
  const over = overFrom(event, timeZone);
  const { state: places } = await viewPlaces(db, form, club);
  const kept = signUp.state === 'going' || !isOpen ? null : keptText(form, club.clock);
  const canSignUp = isShown && form.stillAsks && takesAnswers(places);
  const isConfirmed = signUp.state !== 'unconfirmed';
  const { fields } = await findForm(db, form.formId);
  return {
    state: signUp.state,
    position: (await positionOf(db, signUp)) ?? null,
    ticket: isInactive(signUp.state) ? null : signUp.ticket,
    hasDraw: isShown && (form.draw || form.drawnAt !== null),
    event: {
      key,
      title: eventName(title),
      location,
      cancelled,
      cancelReason,
      isShown,
      when: whenOf(event, club.clock),
      overAt: over === Infinity ? null : over,
      isOver: over <= Date.now(),
    },
    calendars:
      isOpen && isShown && !isInactive(signUp.state) && signUp.state !== 'entered'
        ? calendarLinks(event, club.publicUrl)
        : null,
    fields,
    options: await countLimitedOptions(db, form, { id: form.formId, fields }),
    answers: signUp.answers,
    missed: missedChoicesOf(await findMissedChoices(db, form.formId), signUp, fields),
    canChange: isOpen && signUp.state !== 'cancelled' && (isConfirmed || canSignUp),
    canSignUpAgain: isOpen && signUp.state === 'cancelled' && canSignUp,
    confirming: isConfirmed ? null : isShown && form.stillAsks ? places : 'closed',
    others: isMailed ? await listWaitingForAddress(db, club, signUp) : [],
    draws: isOpen && places === 'draw' && signUp.state !== 'cancelled' ? drawText(form.closes, club.clock) : null,
    audience: isInactive(signUp.state) && isOpen ? audienceText(form, club.clock) : null,
    kept,
    payment: ownPayment(signUp, form, club),
    costs: isOpen && signUp.state !== 'going' && signUp.state !== 'cancelled' ? costsOncePlaced(form, club) : null,
    refund: ownPayment({ ...signUp, state: 'cancelled' }, form, club)?.says ?? null,
    code:
      signUp.state === 'going' && form.stillAsks && !cancelled && isDoorOpen(event)
        ? doorCode(club, key, signUp.key)
        : null,
  };
}

/**
 * What somebody's code for the door holds: the address of the event's page, with the key of their sign-up behind the #.
 * A phone's own camera leads to the page; the door needs no network to know whose code it is.
 */
export function doorCode({ publicUrl }: Pick<MailingClub, 'publicUrl'>, eventKey: string, entryKey: string): string {
  return `${publicUrl}/events/${encodeURIComponent(eventKey)}#${entryKey}`;
}

/** @throws NotFound; Rejected with a message per field, or once the event has begun; OptionFull */
export async function changeByLink(db: Database, club: MailingClub, token: string, input: Input): Promise<void> {
  await db.write(async (tx) => {
    const { places, signUp } = await lockByLink(tx, club, token, requireOpenByLink);
    if (signUp.state === 'cancelled') refuse({ refusal: 'cancelled' });
    const answers = await checkOwn(tx, signUp, input);
    const needs = { key: signUp.key, movesUp: arePlacesKept(places.form, Date.now()) };
    const standing = await readStanding(tx, club, places.lockedForm, places.form, needs);
    await run(tx, club, standing, { kind: 'change answers', answers });
  });
}

/**
 * Checks the answers that somebody gives about themselves; the address stays.
 * @throws Rejected with a message per field
 */
async function checkOwn(tx: Reader, signUp: SignUp, input: Input): Promise<Answers> {
  const email = signUp.answers[PERSON.email] ?? signUp.email;
  const definition = defineEventForm(await findForm(tx, signUp.formId));
  const { answers, wrong } = checkAnswers(definition, { ...input, [PERSON.email]: email });
  if (Object.keys(wrong).length > 0) throw new Rejected('Please fill all required fields, indicated with *', wrong);
  return answers;
}

/** What people see when they are asked whether they are still coming. */
export interface StillComingView {
  state: SignUp['state'];
  position: number | null;
  event: Pick<ClubEvent, 'title' | 'location' | 'cancelled' | 'cancelReason'> & { when: string };
  /** They have said that they are coming. */
  isComing: boolean;
  /** Until the event has begun or is cancelled. */
  canAnswer: boolean;
  /** They can say that they are coming: they have a place, or gave one up and may sign up again. */
  canCome: boolean;
  /** All fields but the address, for somebody who signs up again and cannot have what they had chosen. */
  fields: EventFormField[];
  /** How many have chosen each option that has a limit. */
  options: OptionCounts;
  /** A full option of a Radio field may be chosen, to wait for it. */
  mayWait: boolean;
  answers: Answers;
}

/** @throws NotFound */
export async function viewComing(db: Reader, club: MailingClub, token: string): Promise<StillComingView> {
  const { form, signUp } = await requireByLink(db, token, club.clock.timeZone);
  // Nobody is asked before their sign-up counts.
  if (signUp.state === 'unconfirmed') throw new NotFound(UNKNOWN);
  const { title, location, cancelled, cancelReason, start } = form.event;
  const { fields } = await findForm(db, form.formId);
  const canAnswer = form.stillAsks && !hasBegun(form) && !cancelled;
  return {
    state: signUp.state,
    position: (await positionOf(db, signUp)) ?? null,
    event: { title: eventName(title), location, cancelled, cancelReason, when: whenOf(form.event, club.clock) },
    isComing: signUp.state === 'going' && start !== null && signUp.comingFor === start,
    canAnswer,
    canCome: canAnswer && (signUp.state === 'going' || signUp.state === 'cancelled'),
    fields: fields.filter(({ name }) => name !== PERSON.email),
    options: await countLimitedOptions(db, form, { id: form.formId, fields }),
    mayWait: arePlacesKept(form, Date.now()),
    answers: signUp.answers,
  };
}

/**
 * Notes that somebody is coming. If they have given up their place, they sign up again, with new `answers` if there are
 * any; signUpByLink says what `unconfirmed` means.
 * @throws NotFound, Rejected with a message per field, or once the event has begun; NoPlace, OptionFull
 */
export async function sayComing(db: Database, club: MailingClub, token: string, answers?: Input) {
  if ((await signUpAgain(db, club, token, { answers })) === 'unconfirmed') return 'unconfirmed';
  await db.write(async (tx) => {
    const { places, signUp } = await lockByLink(tx, club, token, requireOpenByLink);
    const standing = await readStanding(tx, club, places.lockedForm, places.form, { key: signUp.key });
    await run(tx, club, standing, { kind: 'say coming' });
  });
  return 'confirmed';
}

/** Those who have waited longest move up if there is room then. @throws NotFound, Rejected once the event has begun. */
export async function cancelByLink(db: Database, club: MailingClub, token: string): Promise<void> {
  await db.write(async (tx) => {
    const { places, signUp } = await lockByLink(tx, club, token, requireOpenByLink);
    const standing = await readStanding(tx, club, places.lockedForm, places.form, { key: signUp.key, movesUp: true });
    await run(tx, club, standing, { kind: 'cancel' });
  });
}

type Input = Record<string, unknown>;

interface SignUpAgainInput {
  /** The first half of the new ticket, if places are drawn. */
  firstHalf?: string | undefined;
  /** Replaces their earlier answers, since an option that they had may be full. */
  answers?: Input | undefined;
}

/**
 * Signs up somebody who had cancelled, behind those who wait; see signUpByLink.
 * @throws NotFound, Rejected, OptionFull
 */
export function signUpAgain(
  db: Database,
  club: MailingClub,
  token: string,
  input: SignUpAgainInput = {},
): Promise<'confirmed' | 'unconfirmed'> {
  return signUpByLink(db, club, token, { from: 'cancelled', require: requireOpenByLink, ...input });
}

/** Makes the sign-up count from now on, as long as sign-up is open; see signUpByLink. @throws NotFound, Rejected */
export function confirmByLink(db: Database, club: MailingClub, token: string): Promise<'confirmed' | 'unconfirmed'> {
  return signUpByLink(db, club, token, { from: 'unconfirmed', require: requireByLink });
}

/**
 * Like confirmByLink, for another sign-up that waits for the same address: somebody with a mailed link can read that
 * address's mail.
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
      const { signUp: mine, isMailed } = await requireByLink(tx, linked, timeZone);
      const form = await findFormOfSignUp(tx, other.formId, timeZone);
      const signUp = await findSignUp(tx, other.formId, other.key);
      const isTheirs = isMailed && mine.email !== '' && signUp?.email === mine.email;
      if (!form || !signUp || !isTheirs || hasExpired(signUp)) throw new NotFound(NOT_WAITING);
      return { form, signUp, isMailed };
    },
  });
}

const NOT_WAITING = 'This sign-up has already been confirmed or removed.';

interface ByLink extends SignUpAgainInput {
  from: 'cancelled' | 'unconfirmed';
  require: typeof requireByLink;
}

/**
 * Somebody with a mailed link can read that address's mail, so the address is confirmed. Any other link may be a
 * stranger's, who gets the same response as from the form: `unconfirmed`, until a link in the mail is followed.
 */
async function signUpByLink(
  db: Database,
  club: MailingClub,
  token: string,
  { from, require, firstHalf, answers: input }: ByLink,
): Promise<'confirmed' | 'unconfirmed'> {
  return db.write(async (tx) => {
    const { places, signUp, isMailed } = await lockByLink(tx, club, token, require);
    if (signUp.state !== from) return 'confirmed';
    if (!places.lockedForm.settings || !isPublic(places.form.event)) refuse({ refusal: 'closed' });
    const answers = input ? await checkOwn(tx, signUp, input) : signUp.answers;
    const { key } = signUp;
    const standing = await readStanding(tx, club, places.lockedForm, places.form, {
      key,
      answers,
      firstHalf,
      readsMembership: true,
    });
    const link = { isMailed, newKey: newKey() };
    const outcome = await run(
      tx,
      club,
      standing,
      from === 'unconfirmed' ? { kind: 'confirm', ...link } : { kind: 'return', ...link, answers },
    );
    return outcome.signUp && outcome.signUp.state !== 'unconfirmed' ? 'confirmed' : 'unconfirmed';
  });
}

/**
 * The sign-up may be cancelled, or changed from another page, before the form is locked, so what counts is read after
 * that.
 */
async function lockByLink(
  tx: Writer,
  { clock: { timeZone } }: MailingClub,
  token: string,
  require: typeof requireByLink,
): Promise<{ places: LockedPlaces; signUp: SignUp; isMailed: boolean }> {
  const before = await require(tx, token, timeZone);
  const lockedForm = await lockForm(tx, before.form.formId);
  const { form, signUp, isMailed } = await require(tx, token, timeZone);
  return { places: { lockedForm, form }, signUp, isMailed };
}

async function requireOpenByLink(tx: Reader, token: string, timeZone: string): Promise<LinkedSignUp> {
  const linked = await requireByLink(tx, token, timeZone);
  if (hasBegun(linked.form)) throw new Rejected(BEGUN);
  if (linked.form.event.cancelled) throw new Rejected(CANCELLED);
  if (!linked.form.stillAsks) throw new Rejected(CLOSED.closed);
  return linked;
}
