import { own } from '../../own.ts';
import type { Database, Reader, Writer } from '../../../db/db.server.ts';
import { NotFound, Rejected } from '../../errors.ts';
import { clubDay } from '../../../time/club-day.ts';
import { findMembersOf } from '../../members/find-members.ts';
import type { Membership } from '../../members/membership.ts';
import { eventName } from '../../events/titles.ts';
import type { ClubEvent } from '../../events/event.ts';
import { requireAnyEvent } from '../../events/with-drafts.ts';
import { publicEvents } from '../../events/visibility.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { answerText, type Answers } from '../../questions/answer.ts';
import type { EventFormField } from '../../forms/event-form-definition.ts';
import { findForm } from '../../forms/event-form.ts';
import { addSignUp } from '../by-hand.ts';
import { run } from '../carry-out.ts';
import { moveUp } from '../commands/move-up.ts';
import type { Command } from '../decide.ts';
import { moneyText, signUpPaymentState, type PayingClub } from '../payments/sentences.ts';
import type { SignUp } from '../state.ts';
import { PERSON } from '../person.ts';
import { pageSignUps } from '../read-sign-ups.ts';
import { SignedUpAlready } from '../refusals.ts';
import { readStanding, requireLockedPlaces, type LockedPlaces } from '../standing.ts';
import { listValid } from './check-ins.ts';
import { OLDEST_ACTION_MS } from './door-limits.ts';
import { doorEnd } from './links.ts';
import type { DoorAction, DoorBatch, DoorOutcome } from './batch.ts';
import { findSettings, marksMembership } from '../places.ts';

export interface DoorPerson {
  key: string;
  name: string;
  state: 'going' | 'waiting';
  /** Epoch milliseconds; null until they come. */
  came: number | null;
  /** The ids of the check-ins that nobody has undone. */
  checkIns: string[];
  /** Whether they count as a member; left out unless the event is for members. */
  isMember?: boolean;
  /**
   * What they still have to pay, such as 'CA$12.50'; left out if that is nothing, or if this door shows no payments.
   */
  toPay?: string;
  /** This door may mark their membership as paid. */
  mayPay?: true;
  /** The digest that a phone makes of the code on a member’s card (cardDigest). */
  card?: string;
  /** Answers to the fields that are shown at the door; left out if there are none. */
  answers?: string[];
}

export interface DoorList {
  title: string;
  /** A phone may keep the list until then; epoch milliseconds. */
  until: number;
  /** Every event with this form: the door reads the codes of all of them. */
  eventKeys: string[];
  /** In the order in which they signed up. */
  people: DoorPerson[];
  /** Keys of those who cancelled. */
  cancelled: string[];
  /** The event is cancelled; people who come are let in all the same. */
  isCancelled?: true;
}

const NO_DOOR = 'This event takes no sign-ups, so nobody can be checked in.';

/** @throws NotFound if the event is gone, or its form does not ask for a person. */
export async function requireDoor(
  db: Reader,
  eventKey: string,
): Promise<{ title: string; event: ClubEvent; formId: string }> {
  const event = await requireAnyEvent(db, eventKey);
  const { formId } = event;
  if (formId === null || !(await findSettings(db, formId))) throw new NotFound(NO_DOOR);
  return { title: eventName(event.title), event, formId };
}

/** What the door needs to know about the club; `membership` is undefined if it has no members. */
interface DoorClub {
  membership: Membership | undefined;
  timeZone: string;
  /** Whether this door shows the answers to fields that are marked for it. */
  showsAnswers?: boolean;
  /** Whether this door marks memberships as paid. */
  marksMembers?: boolean;
  /** How to write amounts; undefined if this door neither shows nor marks payments. */
  payments?: PayingClub | undefined;
}

/** @throws NotFound */
export async function viewDoor(
  db: Reader,
  eventKey: string,
  { membership, timeZone, showsAnswers = false, marksMembers = false, payments }: DoorClub,
  now = Date.now(),
): Promise<DoorList> {
  const { title, event, formId } = await requireDoor(db, eventKey);
  const [members, events] = await Promise.all([
    membership && findMembersOf(db, formId, { membership, today: clubDay(timeZone, now) }),
    publicEvents(db).select('key').where('form_id', '=', formId).execute(),
  ]);
  const saysMembership = membership !== undefined && (await marksMembership(db, formId, now));
  const shownFields = showsAnswers ? (await findForm(db, formId)).fields.filter(({ atDoor }) => atDoor) : [];
  const people: DoorPerson[] = [];
  const cancelled: string[] = [];
  const personOf = (signUp: SignUp, state: DoorPerson['state']): DoorPerson => {
    const { key, email, answers, checkedIn: came, checkIns } = signUp;
    const shownAnswers = shownFields.flatMap((field) => answersAtDoor(field, answers));
    const { isMember = false, card } = members?.get(key) ?? {};
    return {
      key,
      name: nameIn(answers),
      state,
      came,
      checkIns: listValid(checkIns),
      ...(card && { card }),
      ...(saysMembership && { isMember }),
      ...(saysMembership && !isMember && marksMembers && email !== '' && { mayPay: true }),
      ...(payments && isToPay(signUp, event, now) && { toPay: moneyText(signUp.owes ?? 0, payments) }),
      ...(shownAnswers.length > 0 && { answers: shownAnswers }),
    };
  };
  for await (const signUps of pageSignUps(db, formId))
    for (const signUp of signUps) {
      const { key, state } = signUp;
      if (state === 'cancelled') cancelled.push(key);
      else if (state === 'going' || state === 'waiting') people.push(personOf(signUp, state));
    }
  return {
    title,
    until: doorEnd(event, now),
    eventKeys: [...new Set([eventKey, ...events.map(({ key }) => key)])],
    people,
    cancelled,
    ...(event.cancelled && { isCancelled: true }),
  };
}

function isToPay(signUp: SignUp, event: ClubEvent, now: number): boolean {
  const payment = signUpPaymentState(signUp, { event }, now);
  return payment === 'To pay' || payment === 'Overdue';
}

const LONGEST_SHOWN_ANSWER = 200;

/**
 * What the door shows of an answer: the chosen options, or a ticked box by its label, such as 'Vegetarian' or 'Laptop'.
 */
function answersAtDoor(field: EventFormField, answers: Answers): string[] {
  const answer = own(answers, field.name);
  if (Array.isArray(answer)) return answer;
  if (typeof answer === 'boolean') return answer ? [field.description] : [];
  const text = answerText(answer).trim();
  return text === '' ? [] : [text.length > LONGEST_SHOWN_ANSWER ? `${text.slice(0, LONGEST_SHOWN_ANSWER)}…` : text];
}

function nameIn(answers: Answers): string {
  return answerText(answers[PERSON.name]).trim() || 'Without a name';
}

/** A phone's times are corrected if its clock is off by more than this. */
const MOST_SKEW_MS = 60_000;

/**
 * Carries out what a phone did at the door, in one transaction. Batches lead to the same result in any order, and
 * however often they arrive. An action that cannot be done does not stop the others.
 * @throws NotFound if the event is gone, or its form does not ask for a person.
 */
export async function recordDoorActions(
  db: Database,
  club: MailingClub,
  eventKey: string,
  { now: phoneNow, actions }: DoorBatch,
  { now = Date.now(), marksPayments = false }: { now?: number; marksPayments?: boolean } = {},
): Promise<DoorOutcome[]> {
  const { formId } = await requireDoor(db, eventKey);
  const skew = Math.abs(now - phoneNow) > MOST_SKEW_MS ? now - phoneNow : 0;
  const correctedActions = actions.map((action) => ({
    ...action,
    at: Math.min(now, Math.max(now - OLDEST_ACTION_MS, action.at + skew)),
  }));
  return db.write(async (tx) => {
    const places = await requireLockedPlaces(tx, formId, club.clock.timeZone);
    const outcomes: DoorOutcome[] = [];
    // If an added address is signed up already, later actions on the addition are for the person who has it.
    const others = new Map<string, string>();
    for (const action of correctedActions) {
      const key = others.get(action.key) ?? action.key;
      const isRefused = action.verb === 'pay' && !marksPayments;
      const outcome = isRefused
        ? { id: action.id, problem: NO_PAYMENTS }
        : await record(tx, club, places, { ...action, key });
      if (outcome.key !== undefined && outcome.key !== action.key) others.set(action.key, outcome.key);
      outcomes.push(outcome);
    }
    if (actions.some(({ verb }) => verb === 'undo')) await moveUp(tx, club, formId, now);
    return outcomes;
  });
}

const NO_PAYMENTS = 'This link does not show payments.';

async function record(tx: Writer, club: MailingClub, places: LockedPlaces, action: DoorAction): Promise<DoorOutcome> {
  const { id } = action;
  try {
    const key = action.verb === 'add' ? await addOrFindPerson(tx, club, places, action) : action.key;
    const standing = await readStanding(tx, club, places.lockedForm, places.form, { key });
    const { signUp } = await run(tx, club, standing, commandOf(action, club));
    return { id, key: signUp?.key ?? key };
  } catch (error) {
    if (error instanceof NotFound) return { id, problem: 'This sign-up is no longer on the list.' };
    if (error instanceof Rejected) return { id, problem: Object.values(error.fields)[0] ?? error.message };
    throw error;
  }
}

function commandOf(action: DoorAction, { clock }: MailingClub): Command {
  const { id, at } = action;
  if (action.verb === 'pay')
    return { kind: 'mark as paid', payment: { on: clubDay(clock.timeZone, at), how: 'cash', note: '' }, doorId: id };
  if (action.verb === 'undo') return { kind: 'undo check-in', by: 'door', ids: action.undoes };
  return { kind: 'check in', by: 'door', id, at };
}

/** The key of the new sign-up, or of the one that already has this address. */
async function addOrFindPerson(
  tx: Writer,
  club: MailingClub,
  places: LockedPlaces,
  { key, name, email }: DoorAction & { verb: 'add' },
): Promise<string> {
  const answers = { [PERSON.name]: name.trim(), ...(email.trim() && { [PERSON.email]: email.trim() }) };
  try {
    return (await addSignUp(tx, club, places, { key, answers, by: 'door' })).key;
  } catch (error) {
    if (error instanceof SignedUpAlready) return error.signUp.key;
    throw error;
  }
}
