import { sql } from 'kysely';
import type { Lock, Reader, Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import { clubDay } from '../../time/club-day.ts';
import type { ClubEvent } from '../events/event.ts';
import type { DatedEvent } from '../events/times.ts';
import type { EventForm, EventFormField } from '../forms/event-form-definition.ts';
import { toEventForm } from '../forms/event-form.ts';
import { countOptions } from '../forms/option-places.ts';
import { isMember, listMemberAddresses } from '../members/find-members.ts';
import type { Standing } from './decide.ts';
import { giveTicket } from './draw/enter.ts';
import { firstHalfOf } from './draw/tickets.ts';
import { hasUnmailedLinks } from './links.ts';
import { NotFound } from '../errors.ts';
import { keptFields } from './kept-places.ts';
import { NoPlace } from './refusals.ts';
import { listEventsOf, readSignUpSettings, SETTINGS, toPersonForm } from './places.ts';
import { addressKeyOf } from './person.ts';
import { giveReferences } from './payments/references.ts';
import {
  findByAddress,
  findSignUp,
  listEntered,
  listFirstWaiting,
  listFirstWaitingByGroup,
  listOverdue,
  listToRemind,
} from './read-sign-ups.ts';
import {
  awaitsDraw,
  countMovingUp,
  type PersonForm,
  type PlaceCounts,
  type RulesClub,
  type StoredSettings,
} from './rules.ts';
import { CLOSED } from './sentences.ts';
import { isForMembers } from './settings.ts';
import type { SignUp } from './state.ts';
import { listSilent } from './still-coming.ts';
import type { Answers } from '../questions/answer.ts';

/** A form that this write has locked: every other copy that wants its places waits until the write has ended. */
export class LockedForm {
  readonly form: EventForm;
  /** undefined if it does not ask for a person. */
  readonly settings: StoredSettings | undefined;
  /** Includes drafts, in order of start. */
  readonly events: ClubEvent[];
  /** The draw's secret; null until it is made. */
  readonly secret: string | null;

  constructor({ form, settings, events, secret }: LockedForm) {
    this.form = form;
    this.settings = settings;
    this.events = events;
    this.secret = secret;
  }
}

/** Like lockForm, shared by all who send the form at the same moment. */
export function lockOf(formId: string): Lock<LockedForm> {
  return {
    key: `form:${formId}`,
    hold: (tx) => lockForm(tx, formId),
    isHeld: (value) => value instanceof LockedForm,
  };
}

/** On SQLite writes wait for each other anyway; on Postgres the row stays locked until the transaction ends. */
export async function lockForm(tx: Writer, id: string): Promise<LockedForm> {
  const form = tx.query
    .selectFrom('forms')
    .select(['fields', 'draw_secret', ...SETTINGS])
    .where('id', '=', id);
  const row = await lockRows(tx, form).executeTakeFirst();
  return new LockedForm({
    form: toEventForm(id, row),
    settings: row && readSignUpSettings(row),
    events: await listEventsOf(tx, id),
    secret: row?.draw_secret ?? null,
  });
}

/** A form that asks for a person, under the lock of this write. */
export interface LockedPlaces {
  lockedForm: LockedForm;
  form: PersonForm;
}

/**
 * Locks the places of a form, and reads its settings again, which may have changed since. `event` stays the one whose
 * page asked.
 * @throws NoPlace if the form no longer asks for a person.
 */
export async function lockPlaces(tx: Writer, { formId, event, eventKeys }: PersonForm): Promise<LockedPlaces> {
  const lockedForm = await lockForm(tx, formId);
  if (!lockedForm.settings) throw new NoPlace(CLOSED.closed);
  return { lockedForm, form: { ...lockedForm.settings, formId, event, eventKeys } };
}

/** @throws NotFound if the form does not ask for a person, or no event has it. */
export async function requireLockedPlaces(
  tx: Writer,
  formId: string,
  timeZone: string,
  now = Date.now(),
): Promise<LockedPlaces> {
  const lockedForm = await lockForm(tx, formId);
  const form = personFormOf(lockedForm, timeZone, now);
  if (!form) throw new NotFound('This form does not ask for names.');
  return { lockedForm, form };
}

/** Whom a command concerns, and what else its decision needs. */
export interface DecisionNeeds {
  key?: string;
  /** Answers whose address is looked up; left out: those of `key`. */
  answers?: Answers | undefined;
  /** The first half of a ticket, which the sender's browser chose. */
  firstHalf?: string | undefined;
  /** A place may become free. */
  movesUp?: boolean;
  /** Looks up whether the address of `key` is a member's. */
  readsMembership?: boolean;
  draws?: boolean;
  /** Reads the people whose time to pay is over. */
  givesUp?: boolean;
  remindsToPay?: boolean;
  /** Reads the people who were asked about this start and did not answer. */
  silentFor?: DatedEvent;
}

/** The form with the event that it is for; undefined if it does not ask for a person, or no event has it. */
export function personFormOf(
  { form, settings, events }: Pick<LockedForm, 'form' | 'settings' | 'events'>,
  timeZone: string,
  now = Date.now(),
): PersonForm | undefined {
  return settings && toPersonForm(settings, form.id, events, timeZone, now);
}

/** Reads what a decision needs. `form` is the locked one. */
export async function readStanding(
  tx: Writer,
  club: RulesClub,
  { form: { fields }, secret }: LockedForm,
  form: PersonForm,
  needs: DecisionNeeds,
  now = Date.now(),
): Promise<Standing> {
  const { formId: id } = form;
  const target = needs.key === undefined ? undefined : await findSignUp(tx, id, needs.key);
  const answers = needs.answers ?? target?.answers;
  const { holder, unconfirmed } = await findByAddress(tx, id, answers ? addressKeyOf(answers) : null);
  const counts = await countPlacesAndLastSince(tx, form);
  const silent = needs.silentFor ? await listSilent(tx, id, needs.silentFor) : [];
  const overdue = needs.givesUp ? await listOverdue(tx, id, now) : [];
  const firstWaiting =
    needs.movesUp || silent.length > 0
      ? await listMovingUp(tx, form, counts, { one: target, fields, freedCount: silent.length + overdue.length, now })
      : [];
  const entered = needs.draws ? await listEntered(tx, id) : [];
  return {
    ...counts,
    form,
    club,
    fields,
    secret,
    target,
    holder,
    unconfirmed,
    silent,
    options: await countOptions(tx, { id, fields }),
    exposedKeys: await findExposedKeys(tx, target, holder),
    isMember: needs.readsMembership === true && (await hasMembership(tx, club, form, target, now)),
    firstWaiting,
    overdue,
    toRemind: needs.remindsToPay ? await listToRemind(tx, id, now) : [],
    ...(await readPrices(tx, club, form, [target, ...firstWaiting, ...entered], answers, now)),
    ticket: awaitsDraw(form) && answers ? await giveTicket(tx, id, firstHalfFor(needs, target)) : null,
    entered,
  };
}

/** Without a limit, those who go are not counted, so that a crowd can sign up faster. */
async function countPlacesAndLastSince(
  { query }: Reader,
  { formId, places }: PersonForm,
): Promise<PlaceCounts & { lastSince: number }> {
  const countIn = (state: 'going' | 'waiting') =>
    // Written out: SQLite plans a statement anew for each bound state, since one of its indexes holds a single state.
    sql`(select count(*) from entries where form_id = ${formId} and state = ${sql.lit(state)})`;
  const { rows } = await sql<Record<'taken' | 'waiting' | 'last_since', number | null>>`
    select ${places === null ? sql`0` : countIn('going')} as taken, ${countIn('waiting')} as waiting,
      (select since from entries where form_id = ${formId} and state is not null order by since desc limit 1) as last_since
    `.execute(query);
  const [row] = rows;
  return {
    taken: Number(row?.taken ?? 0),
    waiting: Number(row?.waiting ?? 0),
    lastSince: Number(row?.last_since ?? 0),
  };
}

/** Only for cancelled sign-ups does it matter whether a stranger has a link. */
async function findExposedKeys(tx: Reader, ...people: (SignUp | undefined)[]): Promise<Set<string>> {
  const keys = new Set(people.flatMap((one) => (one?.state === 'cancelled' ? one.key : [])));
  const exposedKeys = new Set<string>();
  const [first] = people.flatMap((one) => one ?? []);
  for (const key of keys) if (first && (await hasUnmailedLinks(tx, first.formId, key))) exposedKeys.add(key);
  return exposedKeys;
}

async function hasMembership(
  tx: Reader,
  { membership, clock }: RulesClub,
  form: PersonForm,
  one: SignUp | undefined,
  now: number,
): Promise<boolean> {
  if (!membership || !one || !isForMembers(form, now)) return false;
  return isMember(tx, one.email, { membership, today: clubDay(clock.timeZone, now) });
}

/** All who may move up with the places that this command makes free. */
function listMovingUp(
  tx: Reader,
  form: PersonForm,
  { taken, waiting }: PlaceCounts,
  {
    one,
    fields,
    freedCount,
    now,
  }: { one: SignUp | undefined; fields: EventFormField[]; freedCount: number; now: number },
): Promise<SignUp[]> {
  const newlyFree = freedCount + Number(one?.state === 'going');
  const most = countMovingUp(form, { taken: taken - newlyFree, waiting }, now);
  if (most === 0) return Promise.resolve([]);
  // One more: the person who cancels may be among them, and passing on needs the first one who stays.
  const isOneMore = freedCount > 0 || one?.state === 'waiting';
  const count = most + Number(isOneMore);
  const kept = keptFields(form, fields, now);
  return kept.length > 0
    ? listFirstWaitingByGroup(tx, form.formId, kept, count)
    : listFirstWaiting(tx, form.formId, count);
}

function firstHalfFor({ firstHalf }: DecisionNeeds, one: SignUp | undefined): string | undefined {
  return firstHalf ?? (one?.state === 'unconfirmed' && one.ticket !== null ? firstHalfOf(one.ticket) : undefined);
}

/**
 * Who pays as a member, and unused references, for the places that this decision may give. Reads nothing if they are
 * free.
 */
async function readPrices(
  tx: Reader,
  { membership, clock }: RulesClub,
  form: PersonForm,
  people: (SignUp | undefined)[],
  answers: Answers | undefined,
  now: number,
): Promise<Pick<Standing, 'payingAsMembers' | 'references'>> {
  if (form.price === null) return { payingAsMembers: new Set(), references: [] };
  const addresses = [...people.map((one) => one?.email), answers && addressKeyOf(answers)].filter(isText);
  const today = clubDay(clock.timeZone, now);
  const isAsked = membership !== undefined && form.memberPrice !== null;
  return {
    payingAsMembers: isAsked ? await listMemberAddresses(tx, addresses, { membership, today }) : new Set(),
    // One more, for a person who is not among `people` yet.
    references: await giveReferences(tx, people.length + 1),
  };
}

function isText(text: string | null | undefined): text is string {
  return Boolean(text);
}
