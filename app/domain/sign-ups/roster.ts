import { sql } from 'kysely';
import { countRows, inChunks, type Reader, type Writer } from '../../db/db.server.ts';
import type { EntryRow, SignUpState } from '../../db/tables.ts';
import { NotFound, Rejected } from '../errors.ts';
import { readAnswers, writeAnswers, type Answers } from '../questions/answer.ts';
import type { EventFormField } from '../forms/event-form-definition.ts';
import { findForm } from '../forms/event-form.ts';
import {
  countOptions,
  fullChoices,
  requireRoom,
  withChoices,
  withoutChoices,
  type Choice,
  type OptionCounts,
} from '../forms/option-places.ts';
import { replaceAnswers } from '../forms/replace-answers.ts';
import { ticketOf } from './draw/tickets.ts';
import { countIn, listEventsOf, readSignUpSettings, SETTINGS, toPersonForm } from './places.ts';
import { CLOSED, NoPlace, type PlaceCounts, type PersonForm, type StoredSettings } from './rules.ts';
import { entriesOf } from '../forms/entries.ts';

export interface SignUp {
  formId: string;
  key: string;
  state: SignUpState;
  email: string;
  answers: Answers;
  /** Its place in the order of arrival. */
  since: number;
  /** Epoch milliseconds; null: has not come yet. */
  checkedIn: number | null;
  /** Epoch milliseconds of the beginning for which they said that they still come. */
  comingFor: number | null;
  /** In a draw; null where there is none, or they were not in it. */
  ticket: string | null;
}

/** Just now. */
export interface SignedUp extends SignUp {
  state: 'going' | 'waiting' | 'entered';
  /** Their number on the waitlist. */
  position: number | undefined;
}

/** The names under which a sign-up's answers hold who it is. */
export const PERSON = { name: 'name', email: 'email' } as const;

/** The address is signed up already; `signUp` is as it was found. */
export class SignedUpAlready extends Rejected {
  override name = 'SignedUpAlready';
  readonly signUp: SignUp;

  constructor(signUp: SignUp, sent = 'We have sent its link again.') {
    super('This address is signed up already.', { [PERSON.email]: `This address is signed up already. ${sent}` });
    this.signUp = signUp;
  }
}

/**
 * How a form's sign-ups stand in a write that holds its places: every other copy waits until it ends. It is read once, and
 * handed on to all that the write does; each number is counted when it is needed first.
 */
export interface Roster {
  readonly form: PersonForm;
  known: {
    isWaitedFor?: boolean;
    last?: number;
    going?: number;
    waiting?: number;
    /** The draw's secret is made. */
    hasSecret?: boolean;
    fields?: EventFormField[];
    options?: OptionCounts;
  };
}

/** With the form as it is now: it may have been changed since it was read. @throws NoPlace where it was taken down meanwhile. */
export async function holdPlaces(tx: Writer, form: PersonForm): Promise<Roster> {
  const settings = await lockForm(tx, form.formId);
  if (!settings) throw new NoPlace(CLOSED);
  return { form: { ...form, ...settings }, known: {} };
}

/** undefined for a form that asks for nobody, or that no event has. */
export async function findRoster(tx: Writer, formId: string, timeZone: string): Promise<Roster | undefined> {
  const settings = await lockForm(tx, formId);
  const form = settings && toPersonForm(settings, formId, await listEventsOf(tx, formId), timeZone);
  return form && { form, known: {} };
}

/** @throws NotFound */
export async function requireRoster(tx: Writer, formId: string, timeZone: string): Promise<Roster> {
  const roster = await findRoster(tx, formId, timeZone);
  if (!roster) throw new NotFound('This form does not ask for names.');
  return roster;
}

/**
 * Holds every other copy back from the places of a form until this write has ended; on SQLite writes wait for each other
 * anyway. Gives back its settings; undefined where it asks for nobody.
 */
export async function lockForm({ query }: Writer, id: string): Promise<StoredSettings | undefined> {
  const row = await query.updateTable('forms').set({ id }).where('id', '=', id).returning(SETTINGS).executeTakeFirst();
  return row && readSignUpSettings(row);
}

/** What a newcomer finds. Where there is no limit, or people wait already, nobody is counted: a crowd signs up as fast as ever. */
export async function countForNewcomer(tx: Writer, roster: Roster): Promise<PlaceCounts & { last: number }> {
  const { form, known } = roster;
  if (known.isWaitedFor === undefined) Object.assign(known, await readEnds(tx, form.formId));
  const { isWaitedFor = false, last = 0 } = known;
  if (form.places !== null && !isWaitedFor) known.going ??= await countIn(tx, form.formId, 'going');
  return { taken: known.going ?? 0, waiting: Number(isWaitedFor), last };
}

/** Whether anybody waits, and the place in the order of who came last. */
async function readEnds(tx: Writer, formId: string): Promise<{ isWaitedFor: boolean; last: number }> {
  const of = entriesOf(tx, formId);
  const { first, last } = await tx.query
    .selectNoFrom([
      of.where('state', '=', 'waiting').select('since').orderBy('since').limit(1).as('first'),
      of.where('state', 'is not', null).select('since').orderBy('since', 'desc').limit(1).as('last'),
    ])
    .executeTakeFirstOrThrow();
  return { isWaitedFor: first !== null, last: Number(last ?? 0) };
}

/**
 * Also of who would wait: with a place, they have what they chose.
 * @throws OptionFull for an option that nobody more can choose, unless they had it `before`.
 */
export async function requireOptions(
  tx: Writer,
  { form: { formId: id }, known }: Roster,
  answers: Answers,
  before?: Answers,
): Promise<void> {
  const fields = (known.fields ??= (await findForm(tx, id)).fields);
  known.options ??= await countOptions(tx, { id, fields });
  requireRoom(fields, known.options, answers, before);
}

interface Newcomer extends Pick<SignedUp, 'key' | 'answers' | 'since' | 'state' | 'ticket'> {
  email: string | null;
}

/** Adds somebody behind everyone else, or anew under the key of a sign-up that held nothing. */
export async function append(
  tx: Writer,
  roster: Roster,
  { key, answers, ...stands }: Newcomer,
  now: number,
): Promise<SignedUp> {
  const { formId } = roster.form;
  await putEntry(tx, formId, { key, answers, ...stands }, now);
  noteChange(tx, roster, key);
  const { known } = roster;
  known.last = stands.since;
  const made = { ...stands, formId, key, answers, email: stands.email ?? '', checkedIn: null, comingFor: null };
  if (stands.state === 'going') {
    if (known.going !== undefined) known.going++;
    if (known.fields && known.options) known.options = withChoices(known.fields, known.options, answers);
    return { ...made, position: undefined };
  }
  if (stands.state === 'entered') return { ...made, position: undefined };
  known.isWaitedFor = true;
  known.waiting = known.waiting === undefined ? await countIn(tx, formId, 'waiting') : known.waiting + 1;
  return { ...made, position: known.waiting };
}

/** Keeps what somebody sent until they confirm their address. No page changes: nobody sees by it that an address is new here. */
export async function appendUnconfirmed(
  tx: Writer,
  { formId }: PersonForm,
  { key, answers, email, ticket, now }: Pick<Newcomer, 'key' | 'answers' | 'email' | 'ticket'> & { now: number },
): Promise<SignUp> {
  const stands = { state: 'unconfirmed', since: now, email, ticket } as const;
  await putEntry(tx, formId, { key, answers, ...stands }, now);
  tx.changed('entry', `${formId}/${key}`);
  return { ...stands, formId, key, answers, email: email ?? '', checkedIn: null, comingFor: null };
}

async function putEntry(
  { query }: Writer,
  formId: string,
  { key, answers, ...stands }: Pick<EntryRow, 'key' | 'state' | 'since' | 'email' | 'ticket'> & { answers: Answers },
  now: number,
): Promise<void> {
  const row = { ...stands, answers: writeAnswers(answers), checked_in: null, asked_for: null, coming_for: null };
  await query
    .insertInto('entries')
    .values({ form_id: formId, key, created_at: now, ...row })
    .onConflict((conflict) => conflict.columns(['form_id', 'key']).doUpdateSet(row))
    .execute();
}

type Change = Partial<
  Pick<EntryRow, 'state' | 'since' | 'checked_in' | 'check_ins' | 'asked_for' | 'coming_for' | 'ticket'>
>;

/** The only way from one state to another. */
export async function setState(tx: Writer, roster: Roster, { key }: SignUp, change: Change): Promise<void> {
  roster.known = {};
  await updateEntry(tx, { formId: roster.form.formId, key }, change);
  noteChange(tx, roster, key);
}

/** As setState, of many at once: each goes or waits, in an order that is theirs from now on. */
export async function setPlaces(
  tx: Writer,
  roster: Roster,
  placed: { key: string; state: 'going' | 'waiting'; since: number }[],
): Promise<void> {
  const { formId } = roster.form;
  roster.known = {};
  for (const part of inChunks(placed, AT_ONCE)) {
    const rows = part.map(({ key, state, since }) => sql`(${key}, ${state}, ${since})`);
    await sql`
      with placed (key, state, since) as (values ${sql.join(rows)})
      update entries set state = placed.state, since = cast(placed.since as bigint)
      from placed where entries.form_id = ${formId} and entries.key = placed.key`.execute(tx.query);
    for (const { key } of part) tx.changed('entry', `${formId}/${key}`);
  }
  for (const eventKey of roster.form.eventKeys) tx.changed('places', eventKey);
}

/** A statement's parameters are limited. */
const AT_ONCE = 250;

function noteChange({ changed }: Writer, { form }: Roster, key: string): void {
  changed('entry', `${form.formId}/${key}`);
  for (const eventKey of form.eventKeys) changed('places', eventKey);
}

/** The address is somebody else's now. */
export function takeAddress(tx: Writer, signUp: SignUp): Promise<void> {
  return updateEntry(tx, signUp, { email: null });
}

/**
 * In this order each takes of the options that they chose what is free, and keeps the rest of their answers. Gives back what
 * was full by then, by the key of who has to do without it.
 */
export async function takeOptions(
  tx: Writer,
  { form: { formId: id } }: Roster,
  signUps: SignUp[],
): Promise<Map<string, Choice[]>> {
  const { fields } = await findForm(tx, id);
  let counts = await countOptions(tx, { id, fields });
  const changed: { key: string; answers: Answers }[] = [];
  const missed = new Map<string, Choice[]>();
  for (const { key, answers } of signUps) {
    const full = fullChoices(fields, counts, answers);
    const had = withoutChoices(fields, answers, full);
    counts = withChoices(fields, counts, had);
    if (full.length === 0) continue;
    changed.push({ key, answers: had });
    missed.set(key, full);
  }
  await replaceAnswers(tx, id, changed);
  return missed;
}

/** Replaces what somebody answered; who they are stays. @throws OptionFull */
export async function changeAnswers(
  tx: Writer,
  roster: Roster,
  { formId, key, answers: before }: SignUp,
  answers: Answers,
): Promise<void> {
  await requireOptions(tx, roster, answers, before);
  roster.known = {};
  await updateEntry(tx, { formId, key }, { answers: writeAnswers(answers) });
  noteChange(tx, roster, key);
}

async function updateEntry(
  { query }: Writer,
  { formId, key }: Pick<SignUp, 'formId' | 'key'>,
  change: Partial<EntryRow>,
): Promise<void> {
  await query.updateTable('entries').set(change).where('form_id', '=', formId).where('key', '=', key).execute();
}

/** @throws NotFound where nobody signed up under this key. */
export async function requireSignUp(db: Reader, formId: string, key: string): Promise<SignUp> {
  const found = await findSignUp(db, formId, key);
  if (!found) throw new NotFound('There is no such sign-up.');
  return found;
}

export async function findSignUp(db: Reader, formId: string, key: string): Promise<SignUp | undefined> {
  const found = entriesOf(db, formId).selectAll().where('key', '=', key).where('state', 'is not', null);
  const row = await found.executeTakeFirst();
  return row && toSignUp(row);
}

export interface OfAddress {
  signUp: SignUp | undefined;
  /** What was entered with it, by anybody, and nobody has confirmed. */
  unconfirmed: SignUp[];
}

/** `email` as addressKey gives it; null where there is none. */
export async function findByAddress(db: Reader, formId: string, email: string | null): Promise<OfAddress> {
  if (email === null) return { signUp: undefined, unconfirmed: [] };
  const rows = await entriesOf(db, formId).selectAll().where('email', '=', email).execute();
  const found = rows.map(toSignUp);
  return {
    signUp: found.find(({ state }) => state !== 'unconfirmed'),
    unconfirmed: found.filter(({ state }) => state === 'unconfirmed'),
  };
}

/** The place in the order of who came last. */
export async function lastSince(db: Reader, formId: string): Promise<number> {
  const { last } = await entriesOf(db, formId)
    .select((is) => is.fn.max('since').as('last'))
    .where('state', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** In the order of their arrival, the first `count` of those who wait. */
export async function listFirstWaiting(db: Reader, formId: string, count: number): Promise<SignUp[]> {
  const waiting = entriesOf(db, formId).selectAll().where('state', '=', 'waiting');
  const rows = await waiting.orderBy('since').orderBy('key').limit(count).execute();
  return rows.map(toSignUp);
}

/** In no order. */
export async function listEntered(db: Reader, formId: string): Promise<(SignUp & { ticket: string })[]> {
  const rows = await entriesOf(db, formId).selectAll().where('state', '=', 'entered').execute();
  return rows.map((row) => ({ ...toSignUp(row), ticket: row.ticket ?? ticketOf(formId, row.key) }));
}

/** Which number somebody is on the waitlist; undefined for anyone who does not wait. */
export async function positionOf(db: Reader, { formId, key, state, since }: SignUp): Promise<number | undefined> {
  if (state !== 'waiting') return undefined;
  const before = entriesOf(db, formId)
    .where('state', '=', 'waiting')
    .where('since', '<=', since)
    .where((is) => is.or([is('since', '<', since), is('key', '<', key)]));
  return (await countRows(before)) + 1;
}

export function toSignUp(row: EntryRow): SignUp {
  return {
    ...{ formId: row.form_id, key: row.key, state: row.state ?? 'going', email: row.email ?? '' },
    ...{ since: row.since ?? row.created_at, checkedIn: row.checked_in, comingFor: row.coming_for, ticket: row.ticket },
    answers: readAnswers(row.answers),
  };
}
