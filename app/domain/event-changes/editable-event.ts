import type { Reader } from '../../db/db.server.ts';
import { countAnswers } from '../responses/list-responses.ts';
import { findOwnFields, findResponsesDays } from '../forms/event-form.ts';
import { countCame, countIn, countPlaces, findLastSettings, findSettings } from '../sign-ups/places.ts';
import { fromCents, typedPrice } from '../money.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { payWithinOf } from '../sign-ups/payments/settings.ts';
import { askAgainOf, reminderOf } from '../sign-ups/reminder-hours.ts';
import { audienceChoiceOf } from '../sign-ups/settings.ts';
import { arePlacesReleased } from '../sign-ups/kept-places.ts';
import type { StoredSettings } from '../sign-ups/rules.ts';
import type { Actor } from '../actor.ts';
import { mayOnForm, requireOn } from '../events/rights.ts';
import { can } from '../roles.ts';
import { writeWallTime } from '../../time/club-date-time.ts';
import { valuesOf } from '../records/dialog.ts';
import { events, type ClubEvent } from '../events/event.ts';
import { retrospectiveOf, type LastTime, type Retrospective } from '../events/retrospective.ts';
import { isOver } from '../events/times.ts';
import type { EventInput } from './event-input.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';

type EventFiles = Pick<ClubEvent, 'image' | 'gallery' | 'resources'>;

export type InputWithFiles = Omit<EventInput, keyof EventFiles> & EventFiles;

export interface EditableEvent {
  key: string;
  version: number;
  input: InputWithFiles;
  responses: { count: number; byField: Record<string, number> };
  /** How many are going, waiting or in a draw; they stay even if the form no longer asks for a person. */
  signUps: number;
  /** How many of them have a place. */
  going: number;
  /** How many other events have the same form. */
  sharers: number;
  /** Whether the places kept for groups were released; until when they were kept can then no longer be changed. */
  isReleased: boolean;
  retrospective: Retrospective;
  /** null until it is over. */
  lastTime: LastTime | null;
}

/** @throws NotAllowed, NotFound */
export async function openEventForEditing(
  db: Reader,
  actor: Actor | null,
  key: string,
  club: PayingClub,
): Promise<EditableEvent> {
  await requireOn(db, actor, 'change events', [key]);
  return editableEventOf(db, await requireAnyEvent(db, key), { actor, club });
}

/** Who has the dialog open, and how its times and amounts are written. */
export interface EditingContext {
  actor: Actor | null;
  club: PayingClub;
}

export async function editableEventOf(
  db: Reader,
  event: ClubEvent,
  { actor, club }: EditingContext,
): Promise<EditableEvent> {
  const { timeZone } = club.clock;
  const { key, version } = event;
  const start = wallTimeOf(event.start, timeZone);
  const end = wallTimeOf(event.end, timeZone);
  const fields = event.formId ? await findOwnFields(db, event.formId) : [];
  const names = fields.map((field) => field.name);
  const countableForm = event.formId !== null && (await mayCount(db, actor, event.formId)) ? event.formId : null;
  const { taken: going, waiting } = countableForm ? await countPlaces(db, countableForm) : { taken: 0, waiting: 0 };
  const last = event.formId ? await findLastSettings(db, event.formId) : undefined;
  const settings = last?.hasAsked ? last.settings : undefined;
  const entered = countableForm ? await countIn(db, countableForm, 'entered') : 0;
  return {
    key,
    version,
    input: {
      ...valuesOf(events, event),
      start: start.wall,
      startOccurrence: start.occurrence,
      end: end.wall,
      endOccurrence: end.occurrence,
      hasGoogleForm: Boolean(event.googleFormUrl),
      googleFormUrl: event.googleFormUrl ?? '',
      hasSignup: Boolean(event.signupUrl),
      signupUrl: event.signupUrl ?? '',
      hasForm: Boolean(event.formId),
      fields,
      responsesDays: event.formId ? String((await findResponsesDays(db, event.formId)) ?? '') : '',
      asksPerson: last?.stillAsks ?? false,
      ...signUpInput(settings, timeZone),
      ...priceInput(settings, club.currency),
      tellSignUps: true,
      repeatWeekly: '0',
      ...visibilityInput(event, timeZone),
    },
    responses: countableForm ? await countAnswers(db, countableForm, names) : { count: 0, byField: {} },
    signUps: going + waiting + entered,
    going,
    sharers: event.formId ? await countSharers(db, event.formId, key) : 0,
    isReleased: settings !== undefined && arePlacesReleased(settings, Date.now()),
    retrospective: retrospectiveOf(event),
    lastTime: isOver(event, timeZone) ? await lastTimeOf(db, { ...event, formId: countableForm }, going) : null,
  };
}

/** If another committee’s event shares the form, a committee’s people are told no number. */
async function mayCount(db: Reader, actor: Actor | null, formId: string): Promise<boolean> {
  return can(actor?.role, 'change events') || mayOnForm(db, actor, formId);
}

/** The check-ins at the door count, if there are any. */
async function lastTimeOf(db: Reader, event: ClubEvent, going: number): Promise<LastTime> {
  const { formId } = event;
  const said = retrospectiveOf(event);
  const asksPerson = formId !== null && (await findSettings(db, formId)) !== undefined;
  if (formId === null || !asksPerson) return { ...said, signUps: null };
  return { ...said, signUps: going, came: (await countCame(db, formId)) || said.came };
}

function visibilityInput(
  { publishAt }: ClubEvent,
  timeZone: string,
): Pick<EventInput, 'visibility' | 'publishAt' | 'publishAtOccurrence'> {
  if (typeof publishAt !== 'number') {
    return { visibility: publishAt === null ? 'Published' : 'Draft', publishAt: '', publishAtOccurrence: '' };
  }
  const { wall, occurrence } = wallTimeOf(publishAt, timeZone);
  return { visibility: 'Publish at', publishAt: wall, publishAtOccurrence: occurrence };
}

type SignUpInput = Pick<
  EventInput,
  | ('places' | 'waitlist' | 'givenBy' | 'remind' | 'confirms' | 'askAgain' | 'passOn')
  | ('opens' | 'opensOccurrence' | 'closes' | 'closesOccurrence')
  | ('audience' | 'membersUntil' | 'membersUntilOccurrence' | 'keepUntil' | 'keepUntilOccurrence')
>;

function signUpInput(settings: StoredSettings | undefined, timeZone: string): SignUpInput {
  const opens = wallTimeOf(settings?.opens ?? null, timeZone);
  const closes = wallTimeOf(settings?.closes ?? null, timeZone);
  const membersUntil = wallTimeOf(settings?.membersUntil ?? null, timeZone);
  const keepUntil = wallTimeOf(settings?.keepUntil ?? null, timeZone);
  return {
    places: String(settings?.places ?? ''),
    waitlist: settings?.waitlist ?? true,
    givenBy: settings?.draw ? 'By a draw' : 'First come, first served',
    opens: opens.wall,
    opensOccurrence: opens.occurrence,
    closes: closes.wall,
    closesOccurrence: closes.occurrence,
    remind: settings ? reminderOf(settings.remindHours) : 'A day before',
    confirms: settings?.confirms ?? false,
    audience: settings ? audienceChoiceOf(settings) : 'Everyone',
    membersUntil: membersUntil.wall,
    membersUntilOccurrence: membersUntil.occurrence,
    keepUntil: keepUntil.wall,
    keepUntilOccurrence: keepUntil.occurrence,
    askAgain: askAgainOf(settings?.askAgainHours ?? null),
    passOn: settings?.passOn ?? false,
  };
}

type PriceInput = Pick<EventInput, 'price' | 'memberPrice' | 'howToPay' | 'payWithin' | 'giveUpUnpaid'>;

function priceInput(settings: StoredSettings | undefined, currency: string): PriceInput {
  const {
    price = null,
    memberPrice = null,
    howToPay = '',
    payWithinDays = null,
    giveUpUnpaid = false,
  } = settings ?? {};
  const typed = (cents: number | null) =>
    cents === null ? '' : typedPrice(fromCents(cents, currency), { locale: 'en', currency });
  return {
    price: typed(price),
    memberPrice: typed(memberPrice),
    howToPay,
    payWithin: payWithinOf(payWithinDays),
    giveUpUnpaid,
  };
}

async function countSharers({ query }: Reader, formId: string, key: string): Promise<number> {
  const others = await query.selectFrom('events').select('key').where('form_id', '=', formId).execute();
  return others.filter((other) => other.key !== key).length;
}

function wallTimeOf(time: number | null, timeZone: string): ReturnType<typeof writeWallTime> {
  return time === null ? { wall: '', occurrence: '' } : writeWallTime(time, timeZone);
}
