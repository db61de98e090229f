import { countRows, type Reader } from '../../db/db.server.ts';
import type { FormRow, SignUpState } from '../../db/tables.ts';
import { placesOf, type Dependency } from '../dependency.ts';
import { toEvent, type ClubEvent } from '../events/event.ts';
import { hasFixedDate, isOver, overFrom } from '../events/times.ts';
import { isPublic } from '../events/visibility.ts';
import { signUpLine, type SignUpLine } from './sign-up-line.ts';
import {
  awaitsDraw,
  dependsOnMembership,
  stateOf,
  type PlaceCounts,
  type PersonForm,
  type PlacesState,
  type RulesClub,
  type StoredSettings,
} from './rules.ts';
import { arePlacesKept, isEveryGroupFull, keptFields, limitingFields } from './kept-places.ts';
import type { MailingClub } from '../mail/mail.ts';
import { priceText } from './payments/sentences.ts';
import { audienceText, closesText, keptText, placesText } from './places-sentences.ts';
import { entriesOf } from '../forms/entries.ts';
import { findForm } from '../forms/event-form.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { countOptions, type OptionCounts } from '../forms/option-places.ts';

/** How many people have a place and how many wait, but never who they are; before a draw, not even how many. */
export interface Places extends Partial<PlaceCounts> {
  places: number | null;
  state: PlacesState;
}

/** The form's settings and the event that it is for; undefined if it does not ask for a person, or no event has it. */
export async function findPersonForm(
  db: Reader,
  formId: string,
  timeZone: string,
  now = Date.now(),
): Promise<PersonForm | undefined> {
  const settings = await findSettings(db, formId);
  return settings && toPersonForm(settings, formId, await listEventsOf(db, formId), timeZone, now);
}

/**
 * The form of somebody who has signed up, even if it has stopped asking for a person since, or was taken off its event:
 * their sign-up is kept. undefined if its event is gone.
 */
export async function findFormOfSignUp(
  db: Reader,
  formId: string,
  timeZone: string,
): Promise<(PersonForm & { stillAsks: boolean }) | undefined> {
  const last = await findLastSettings(db, formId);
  const events = await listEventsOf(db, formId);
  const ownEvents = events.length > 0 ? events : await listFormerEventsOf(db, formId);
  const form = last && toPersonForm(last.settings, formId, ownEvents, timeZone);
  return form && { ...form, stillAsks: last.stillAsks && events.length > 0 };
}

/** The same for one event's page; other events may share the form. */
export async function findPersonFormOf(
  db: Reader,
  event: ClubEvent,
  timeZone: string,
): Promise<PersonForm | undefined> {
  const form = event.formId === null ? undefined : await findPersonForm(db, event.formId, timeZone);
  return form && { ...form, event };
}

/** Includes drafts, in order of start. */
export async function listEventsOf({ query }: Reader, formId: string): Promise<ClubEvent[]> {
  const rows = await query
    .selectFrom('events')
    .selectAll()
    .where('form_id', '=', formId)
    .orderBy('time_start')
    .orderBy('key')
    .execute();
  return rows.map(toEvent);
}

async function listFormerEventsOf({ query }: Reader, formId: string): Promise<ClubEvent[]> {
  const rows = await query
    .selectFrom('former_forms')
    .innerJoin('events', 'events.key', 'former_forms.event_key')
    .selectAll('events')
    .where('former_forms.form_id', '=', formId)
    .execute();
  return rows.map(toEvent);
}

export function toPersonForm(
  settings: StoredSettings,
  formId: string,
  events: ClubEvent[],
  timeZone: string,
  now = Date.now(),
): PersonForm | undefined {
  const event = currentEventOf(events, timeZone, now);
  return event && { ...settings, formId, event, eventKeys: events.filter(isPublic).map(({ key }) => key) };
}

/**
 * The event that a shared form is for now: the next one that takes place, or the last one if all are over. A draft
 * counts only if all are drafts. `events` come in order of start.
 */
export function currentEventOf(events: ClubEvent[], timeZone: string, now = Date.now()): ClubEvent | undefined {
  const shown = events.filter(isPublic);
  const meant = shown.length > 0 ? shown : events;
  const coming = meant.filter((one) => !isOver(one, timeZone, now));
  const takingPlace = coming.filter(({ cancelled }) => !cancelled);
  return takingPlace.find(hasFixedDate) ?? takingPlace[0] ?? coming[0] ?? meant.at(-1);
}

/** undefined if the form does not ask for a person. */
export async function findSettings(db: Reader, formId: string): Promise<StoredSettings | undefined> {
  const row = await db.query.selectFrom('forms').select(SETTINGS).where('id', '=', formId).executeTakeFirst();
  return row && readSignUpSettings(row);
}

export interface LastSettings {
  settings: StoredSettings;
  stillAsks: boolean;
  /** False if it never asked for a person; the settings are then those of a form that says nothing. */
  hasAsked: boolean;
}

/** The settings with which a form asks for a person, or last did: they are kept for when it does again. */
export async function findLastSettings({ query }: Reader, formId: string): Promise<LastSettings | undefined> {
  const row = await query.selectFrom('forms').select(SETTINGS).where('id', '=', formId).executeTakeFirst();
  const settings = row && readSignUpSettings({ ...row, asks_person: 1 });
  return settings && { settings, stillAsks: row.asks_person === 1, hasAsked: row.asks_person !== null };
}

/** Whether the door and the responses say who is no member. */
export async function marksMembership(db: Reader, formId: string, now = Date.now()): Promise<boolean> {
  const settings = await findSettings(db, formId);
  return settings !== undefined && dependsOnMembership(settings, now);
}

export const SETTINGS = [
  'asks_person',
  'places',
  'waitlist',
  'opens',
  'closes',
  'remind_hours',
  'confirms',
  'audience',
  'members_until',
  'ask_again_hours',
  'pass_on',
  'draw',
  'drawn_at',
  'keep_until',
  'price',
  'member_price',
  'how_to_pay',
  'pay_within_days',
  'give_up_unpaid',
] as const;

/** undefined if the form does not ask for a person. */
export function readSignUpSettings(row: Pick<FormRow, (typeof SETTINGS)[number]>): StoredSettings | undefined {
  const { places, waitlist, opens, closes, remind_hours: remindHours, ask_again_hours: askAgainHours } = row;
  if (!row.asks_person) return undefined;
  return {
    places,
    waitlist: waitlist !== 0,
    opens,
    closes,
    remindHours,
    confirms: row.confirms === 1,
    audience: row.audience === 'members' ? 'members' : null,
    membersUntil: row.members_until,
    askAgainHours,
    passOn: row.pass_on === 1,
    draw: row.draw === 1,
    drawnAt: row.drawn_at,
    keepUntil: row.keep_until,
    price: row.price,
    memberPrice: row.member_price,
    howToPay: row.how_to_pay ?? '',
    payWithinDays: row.pay_within_days,
    giveUpUnpaid: row.give_up_unpaid === 1,
  };
}

export async function countPlaces(db: Reader, formId: string): Promise<PlaceCounts> {
  return { taken: await countIn(db, formId, 'going'), waiting: await countIn(db, formId, 'waiting') };
}

export function countIn(db: Reader, formId: string, state: SignUpState): Promise<number> {
  return countRows(entriesOf(db, formId).where('state', '=', state));
}

/** How many of them gave an address. */
export function countReachable(db: Reader, formId: string, states: readonly SignUpState[]): Promise<number> {
  return countRows(entriesOf(db, formId).where('state', 'in', states).where('email', 'is not', null));
}

export function countCame(db: Reader, formId: string): Promise<number> {
  return countRows(entriesOf(db, formId).where('state', '=', 'going').where('checked_in', 'is not', null));
}

export async function viewPlaces(db: Reader, form: PersonForm, club: RulesClub, now = Date.now()): Promise<Places> {
  const counts = await countPlaces(db, form.formId);
  const shown = awaitsDraw(form) ? {} : counts;
  const groups = { isEveryGroupFull: await areAllGroupsFull(db, form, now) };
  return { places: form.places, ...shown, state: stateOf(form, { ...counts, ...groups }, club, now) };
}

/** The fields whose options are kept for groups. Most forms have none; for those it only reads the settings. */
export async function findKeptFields(db: Reader, formId: string, now: number): Promise<EventFormField[]> {
  const settings = await findSettings(db, formId);
  if (!settings || !arePlacesKept(settings, now)) return [];
  const { fields } = await findForm(db, formId);
  return keptFields(settings, fields, now);
}

export async function areAllGroupsFull(db: Reader, form: PersonForm, now: number): Promise<boolean> {
  if (!arePlacesKept(form, now)) return false;
  const { fields } = await findForm(db, form.formId);
  const kept = keptFields(form, fields, now);
  return isEveryGroupFull(kept, await countOptions(db, { id: form.formId, fields: kept }));
}

/** How many have chosen each option whose limit holds now. */
export async function countLimitedOptions(
  db: Reader,
  settings: Pick<StoredSettings, 'keepUntil'> | undefined,
  { id, fields }: { id: string; fields: EventFormField[] },
  now = Date.now(),
): Promise<OptionCounts> {
  return countOptions(db, { id, fields: settings ? limitingFields(settings, fields, now) : fields });
}

export interface EventPlaces extends Pick<Places, 'state'> {
  /** What to say about the places, as people read it; empty: nothing. */
  text: string;
  /** A sentence, while sign-up is open and somebody has set when it closes. */
  closes: string | null;
  line: SignUpLine;
  /** 'For members.' or 'For members until {…}.', while that is true. */
  audience: string | null;
  /** What membership costs, if sign-up is for members and the club says it. */
  fee: string | null;
  /** A sentence, while places are kept for groups. */
  kept: string | null;
  /** 'CA$12.50', and what members pay if they have their own price; null if it is free. */
  price: string | null;
  /** The path of the draw's page; null if places are not drawn and never were. */
  draw: string | null;
  /** When the event is over, in epoch milliseconds; null if it never is. */
  overAt: number | null;
}

export async function viewEventPlaces(
  db: Reader,
  form: PersonForm,
  club: RulesClub & Pick<MailingClub, 'currency'>,
  now = Date.now(),
): Promise<EventPlaces> {
  const { clock } = club;
  const view = await viewPlaces(db, form, club, now);
  const isOpen = takesAnswers(view.state);
  const over = overFrom(form.event, clock.timeZone);
  const closes = form.closes === null ? null : Math.min(form.closes, over);
  const audience = view.state === 'closed' ? null : audienceText(form, clock, now);
  return {
    state: view.state,
    text: placesText(view, form, clock),
    // The text about a draw names the same moment.
    closes: isOpen && view.state !== 'draw' && closes !== null ? closesText(closes, clock) : null,
    line: signUpLine(view, form.opens, clock, now),
    audience,
    kept: view.state === 'closed' ? null : keptText(form, clock, now),
    price: priceText(form, club),
    fee: (audience !== null && club.membership?.fee) || null,
    draw: form.draw || form.drawnAt !== null ? `/events/${encodeURIComponent(form.event.key)}/draw` : null,
    overAt: over === Infinity ? null : over,
  };
}

/** Whether a visitor may send the form now, even if only to wait. */
export function takesAnswers(state: PlacesState): boolean {
  return state === 'open' || state === 'draw' || state === 'waitlist';
}

/**
 * How long a page with these places may be cached: until they change, sign-up opens, closes or opens to everyone, or
 * places are no longer kept.
 */
export function placesPolicy(
  eventKey: string,
  form: PersonForm,
  timeZone: string,
  now = Date.now(),
): { topics: Dependency[]; until: number } {
  const { opens, closes, membersUntil, keepUntil, event } = form;
  const moments = [opens ?? 0, closes ?? 0, membersUntil ?? 0, keepUntil ?? 0, overFrom(event, timeZone)].filter(
    (at) => at > now,
  );
  return { topics: placesOf(eventKey), until: Math.min(Infinity, ...moments) };
}
