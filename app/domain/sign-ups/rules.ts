import type { SignUpState } from '../../db/tables.ts';
import { DAY_MS } from '../../time/durations.ts';
import type { ClubEvent } from '../events/event.ts';
import { hasFixedDate, isOver } from '../events/times.ts';
import type { MailingClub } from '../mail/mail.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { fullChoices, type OptionCounts } from '../forms/option-places.ts';
import type { Answers } from '../questions/answer.ts';
import { arePlacesKept, keptFields } from './kept-places.ts';
import type { PriceSettings } from './payments/settings.ts';
import { isForMembers, type Audience } from './settings.ts';

/** What the rules know about the club: its clock, and its membership if it has one. */
export type RulesClub = Pick<MailingClub, 'clock' | 'membership'>;

export interface SignUpSettings extends Audience, PriceSettings {
  /** null: there is no limit. */
  places: number | null;
  waitlist: boolean;
  /** Epoch milliseconds; null: at once. */
  opens: number | null;
  /** Epoch milliseconds; null: when the event is over. */
  closes: number | null;
  /** People who have a place are reminded this many hours before the start; null: never. */
  remindHours: number | null;
  /** A sign-up counts once somebody has followed the link that is mailed to its address. */
  confirms: boolean;
  /** People who have a place are asked ‘Still coming?’ this many hours before the start; null: never. */
  askAgainHours: number | null;
  /** Whether those who wait get the places of those who do not answer. */
  passOn: boolean;
  /** Whether places are given by a draw when sign-up closes, instead of first come, first served. */
  draw: boolean;
  /**
   * Epoch milliseconds. Until then a full Radio option may be chosen, to wait for it; from then on no Radio limit
   * holds. null: a full option cannot be chosen.
   */
  keepUntil: number | null;
}

/** The settings, and what the site adds itself. */
export interface StoredSettings extends SignUpSettings {
  /** Epoch milliseconds; null: not yet. */
  drawnAt: number | null;
}

export interface PersonForm extends StoredSettings {
  formId: string;
  event: ClubEvent;
  /** The events whose pages show its places. */
  eventKeys: string[];
}

export interface PlaceCounts {
  taken: number;
  waiting: number;
}

/** How many places and options of a form are taken. */
export interface Room extends PlaceCounts {
  form: PersonForm;
  fields: EventFormField[];
  /** How many people have chosen each option that has a limit. */
  options: OptionCounts;
}

/** Whether somebody may sign up now, and for what; `none` if the event's form does not ask for a person. */
export type PlacesState = 'none' | 'notYet' | 'open' | 'draw' | 'waitlist' | 'full' | 'closed';

/** Who can sign somebody up, and what they may do. An import is not one of them: its file gives everybody a state. */
const ORIGINS = {
  visitor: { atAnyTime: false, beyondLimit: 'never', needsEmail: true },
  /** For people who asked in person. Beyond the limit, the officer has to agree to one more. */
  officer: { atAnyTime: true, beyondLimit: 'agreed', needsEmail: true },
  /** People who stand at the door are let in. */
  door: { atAnyTime: true, beyondLimit: 'always', needsEmail: false },
} as const;

export type Origin = keyof typeof ORIGINS;

export function needsEmail(origin: Origin): boolean {
  return ORIGINS[origin].needsEmail;
}

/** Whether a sign-up counts only once its address is confirmed. */
export function asksToConfirm(settings: StoredSettings, now: number): boolean {
  // A price must not tell a stranger who is a member.
  return settings.confirms || hasMemberPrice(settings) || isForMembers(settings, now) || awaitsDraw(settings);
}

/** Whether it makes a difference who is a member. */
export function dependsOnMembership(settings: StoredSettings, now: number): boolean {
  return isForMembers(settings, now) || hasMemberPrice(settings);
}

function hasMemberPrice({ price, memberPrice }: StoredSettings): boolean {
  return price !== null && memberPrice !== null;
}

/** Whoever has its address may sign up anew. */
export function isInactive(state: SignUpState): state is 'cancelled' | 'unconfirmed' {
  return state === 'cancelled' || state === 'unconfirmed';
}

/**
 * Whether the numbers that visitors see include a sign-up in this state. An open page must not show that an address was
 * never confirmed, or how many enter a draw. null: a response to a form that does not ask for a person.
 */
export function countsPublicly(state: SignUpState | null): boolean {
  return state === null || state === 'going' || state === 'waiting';
}

/** How long somebody may take to confirm their address. */
export const TIME_TO_CONFIRM_MS = DAY_MS;

/** Whether a sign-up was not confirmed in time; a job erases it later. */
export function hasExpired({ state, since }: { state: SignUpState; since: number }): boolean {
  return state === 'unconfirmed' && since <= Date.now() - TIME_TO_CONFIRM_MS;
}

/** Why sign-up is not open to `origin`, however many places there are; undefined if it is open. */
export function whyClosedTo(
  origin: Origin,
  form: PersonForm,
  club: RulesClub,
  now: number,
): 'not yet open' | 'closed' | undefined {
  const state = ORIGINS[origin].atAnyTime ? undefined : whyNotOpen(form, club, now);
  return state === 'notYet' ? 'not yet open' : state;
}

/** True until the places are drawn. Until then, everyone who signs up enters the draw. */
export function awaitsDraw({ draw, drawnAt }: Pick<PersonForm, 'draw' | 'drawnAt'>): boolean {
  return draw && drawnAt === null;
}

export type NewSignUpState =
  | { state: 'going' | 'waiting' | 'entered'; refusal?: undefined }
  | { state?: undefined; refusal: 'full' | 'not drawn' };

/**
 * Whether somebody with these answers can have a place: ‘Places’ has room, and so have those of their options that are
 * kept for groups.
 */
export function hasPlaceFor({ form, fields, options, taken }: Room, answers: Answers, now: number): boolean {
  return !areAllTaken(form, taken) && fullChoices(keptFields(form, fields, now), options, answers).length === 0;
}

/**
 * The state of a new sign-up. It is refused if all places are taken and nobody may wait, and at the door before the
 * draw.
 */
export function stateOfNewSignUp(
  room: Room,
  { origin, answers, hasAgreed = false }: { origin: Origin; answers: Answers; hasAgreed?: boolean | undefined },
  now: number,
): NewSignUpState {
  const { form } = room;
  const { beyondLimit } = ORIGINS[origin];
  if (awaitsDraw(form)) return beyondLimit === 'always' ? { refusal: 'not drawn' } : { state: 'entered' };
  if (beyondLimit === 'always' || (beyondLimit === 'agreed' && hasAgreed)) return { state: 'going' };
  if (hasPlaceFor(room, answers, now) && !waitsBehindAll(room, now)) return { state: 'going' };
  return mayWait(form) ? { state: 'waiting' } : { refusal: 'full' };
}

/**
 * While people wait, a new sign-up waits behind them; while places are kept for groups, only behind those who wait for
 * the same.
 */
function waitsBehindAll({ form, waiting }: Pick<Room, 'form' | 'waiting'>, now: number): boolean {
  return waiting > 0 && !arePlacesKept(form, now);
}

function mayWait({ waitlist, places }: PersonForm): boolean {
  return waitlist || places === null;
}

/** Nobody moves up before the draw, once the event has begun, or while it is cancelled. */
export function mayMoveUp(form: PersonForm, now: number): boolean {
  return !awaitsDraw(form) && !hasBegun(form, now) && !form.event.cancelled;
}

/** How many of those who wait can move up into the free places now. */
export function countMovingUp(form: PersonForm, { taken, waiting }: PlaceCounts, now: number): number {
  if (!mayMoveUp(form, now)) return 0;
  return form.places === null ? waiting : Math.max(0, Math.min(waiting, form.places - taken));
}

/** What is counted for visitors, who have chosen nothing yet. */
interface VisitorCounts extends PlaceCounts {
  /** Places are kept for groups, and anybody who comes now has to wait for one. */
  isEveryGroupFull: boolean;
}

/** Whether a visitor who comes now may sign up. */
export function stateOf(form: PersonForm, counts: VisitorCounts, club: RulesClub, now = Date.now()): PlacesState {
  return whyNotOpen(form, club, now) ?? roomFor(form, counts, now);
}

/** In a club without members an event for members is closed. */
function whyNotOpen(form: PersonForm, { clock, membership }: RulesClub, now: number): 'notYet' | 'closed' | undefined {
  const { opens, closes, event, drawnAt } = form;
  const isPast = drawnAt !== null || (closes !== null && now >= closes);
  if (event.cancelled || isPast || isOver(event, clock.timeZone, now)) return 'closed';
  if (!membership && isForMembers(form, now)) return 'closed';
  return opens !== null && now < opens ? 'notYet' : undefined;
}

function roomFor(
  form: PersonForm,
  { taken, waiting, isEveryGroupFull }: VisitorCounts,
  now: number,
): 'open' | 'draw' | 'waitlist' | 'full' {
  if (awaitsDraw(form)) return 'draw';
  const isOpen = !areAllTaken(form, taken) && !isEveryGroupFull && !waitsBehindAll({ form, waiting }, now);
  if (isOpen) return 'open';
  return mayWait(form) ? 'waitlist' : 'full';
}

function areAllTaken({ places }: PersonForm, taken: number): boolean {
  return places !== null && taken >= places;
}

/** True once the event has begun: from then on nobody moves up, and sign-ups are only read. */
export function hasBegun({ event }: PersonForm, now = Date.now()): boolean {
  return hasFixedDate(event) && event.start <= now;
}
