import type { Reader, Writer } from '../../db/db.server.ts';
import type { EntryRow, SignUpState } from '../../db/tables.ts';
import { NotFound, Rejected } from '../errors.ts';
import { publicEvents } from '../events/visibility.ts';
import { readAnswers, writeAnswers, type Answers } from '../questions/answer.ts';
import { readStored } from '../stored-json.ts';
import { cameAt, noteCheckIn, standing, undoCheckIns, type CheckIns } from './door/check-ins.ts';
import {
  countIn,
  countPlaces,
  hasBegun,
  readSignUpSettings,
  SETTINGS,
  stateOf,
  type PersonForm,
  type SignUpSettings,
} from './places.ts';

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

/** Sign-up is not open, or no place is free and nobody may wait. */
export class NoPlace extends Rejected {
  override name = 'NoPlace';
}

const CLOSED = 'Sign-up has closed.';

/** An address as it is compared: letters' case and surrounding spaces do not count. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase();
}

export interface NewSignUp {
  key: string;
  answers: Answers;
}

interface Rules {
  timeZone: string;
  now?: number;
  /** An officer adds whoever asked in person: also before it opens and after it closed. */
  byOfficer?: boolean;
  /** The door adds beyond the limit. */
  beyondLimit?: boolean;
  /** The key is that of a sign-up that was cancelled: it is theirs again, whose address an import may have taken away. */
  isAgain?: boolean;
}

/**
 * Records a sign-up in a running write: a place while there is one and nobody waits, else the waitlist. Whoever cancelled
 * before is signed up anew, behind those who wait.
 * @throws SignedUpAlready, NoPlace
 */
export async function signUp(
  tx: Writer,
  form: PersonForm,
  { key, answers }: NewSignUp,
  { timeZone, now = Date.now(), byOfficer = false, beyondLimit = false, isAgain = false }: Rules,
): Promise<SignUp> {
  const order = orderOf(tx, form.formId) ?? (await readOrder(tx, form));
  const current = { ...form, ...order.settings };
  // Nobody finds out by a closed form who is signed up.
  if (!byOfficer && !beyondLimit) refuseClosed(current, timeZone, now);
  const email = addressKey(String(answers[PERSON.email] ?? '')) || null;
  const before = email === null ? undefined : await findByAddress(tx, form.formId, email);
  if (before && before.state !== 'cancelled') throw new SignedUpAlready(before);
  const state = await stateForNewcomer(tx, current, order, { timeZone, now, byOfficer, beyondLimit });
  const known = isAgain ? key : before?.key;
  if (before && before.key !== known) await forgetAddress(tx, before);
  const row = {
    // Later than everyone's before, also where many come within one millisecond.
    ...{ state, email, since: Math.max(now, order.last + 1) },
    answers: writeAnswers(answers),
    checked_in: null,
  };
  if (known === undefined) {
    await tx.query
      .insertInto('entries')
      .values({ form_id: form.formId, key, created_at: now, ...row })
      .execute();
  } else {
    await tx.query
      .updateTable('entries')
      .set(row)
      .where('form_id', '=', form.formId)
      .where('key', '=', known)
      .execute();
  }
  await join(tx, form.formId, order, row);
  noteChange(tx, current, known ?? key);
  return { ...row, formId: form.formId, key: known ?? key, email: email ?? '', answers, checkedIn: null };
}

async function forgetAddress({ query }: Writer, { formId, key }: SignUp): Promise<void> {
  await query
    .updateTable('entries')
    .set({ email: null })
    .where('form_id', '=', formId)
    .where('key', '=', key)
    .execute();
}

/** @throws NoPlace while sign-up is not open, however many places there are. */
function refuseClosed(form: PersonForm, timeZone: string, now: number): void {
  const state = stateOf(form, { taken: 0, waiting: 0 }, timeZone, now);
  if (state === 'notYet') throw new NoPlace('Sign-up has not opened yet.');
  if (state === 'closed') throw new NoPlace(CLOSED);
}

async function stateForNewcomer(
  tx: Writer,
  form: PersonForm,
  order: Order,
  { timeZone, now, byOfficer, beyondLimit }: Required<Omit<Rules, 'isAgain'>>,
): Promise<'going' | 'waiting'> {
  if (beyondLimit) return 'going';
  // Where there is no limit, or no place was left for somebody before, nobody is counted: a crowd signs up as fast as ever.
  if (form.places !== null && !order.isWaitedFor) order.going ??= await countIn(tx, form.formId, 'going');
  const counts = { taken: order.going ?? 0, waiting: Number(order.isWaitedFor) };
  const open = byOfficer
    ? { ...form, opens: null, closes: null, event: { ...form.event, start: null, cancelled: false } }
    : form;
  const state = stateOf(open, counts, timeZone, now);
  if (state === 'open') return 'going';
  if (state === 'waitlist') return 'waiting';
  throw new NoPlace('All places are taken.');
}

/**
 * Gives up a sign-up; whoever is first on the waitlist moves up. Gives back those who did, in their order.
 * @throws NotFound
 */
export async function cancelSignUp(tx: Writer, form: PersonForm, key: string, now = Date.now()): Promise<SignUp[]> {
  const current = await lockPlaces(tx, form);
  const before = await requireSignUp(tx, form.formId, key);
  if (before.state === 'cancelled') return [];
  await setState(tx, before, { state: 'cancelled', checked_in: null });
  return moveUp(tx, current, now);
}

/** Gives a place to one sign-up, whatever the limit says. */
export async function givePlace(tx: Writer, form: PersonForm, key: string): Promise<SignUp> {
  await lockPlaces(tx, form);
  const before = await requireSignUp(tx, form.formId, key);
  if (before.state !== 'going') await setState(tx, before, { state: 'going' });
  return { ...before, state: 'going' };
}

/** Lets those who wait longest have the places that are free, until the event has begun; not of a cancelled one. Gives back who moved up. */
export async function moveUp(tx: Writer, form: PersonForm, now = Date.now()): Promise<SignUp[]> {
  if (hasBegun(form, now) || form.event.cancelled) return [];
  const { places } = await lockPlaces(tx, form);
  const { taken, waiting } = await countPlaces(tx, form.formId);
  const free = places === null ? waiting : Math.min(waiting, places - taken);
  if (free <= 0) return [];
  const rows = await tx.query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', form.formId)
    .where('state', '=', 'waiting')
    .orderBy('since')
    .orderBy('key')
    .limit(free)
    .execute();
  const moved = rows.map(toSignUp);
  for (const one of moved) await setState(tx, one, { state: 'going' });
  return moved.map((one) => ({ ...one, state: 'going' }));
}

/** Notes that somebody came, at the earliest moment that anyone noted; null undoes it. */
export async function checkIn(tx: Writer, formId: string, key: string, at: number | null): Promise<void> {
  await changeCheckIns(tx, formId, key, (before) =>
    at === null ? undoCheckIns(before, standing(before)) : noteCheckIn(before, crypto.randomUUID(), at),
  );
}

/**
 * More check-ins and undoings of one person than this are not remembered: the oldest that were undone are forgotten, and
 * then the latest that stand, which say nothing that an earlier one does not.
 */
const MOST_NOTED = 200;

/**
 * Changes what is noted of one person's check-ins. Whoever stands at the door and is let in has a place; with the last
 * check-in undone they are again what they were before.
 * @throws NotFound
 */
export async function changeCheckIns(
  tx: Writer,
  formId: string,
  key: string,
  change: (before: CheckIns) => CheckIns,
): Promise<void> {
  // Writing first holds back every other copy that changes the same row.
  const row = await tx.query
    .updateTable('entries')
    .set({ key })
    .where('form_id', '=', formId)
    .where('key', '=', key)
    .where('state', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NotFound('There is no such sign-up.');
  const before = readCheckIns(row);
  const noted = shortened(change(before.noted));
  const checked_in = cameAt(noted);
  const was = row.checked_in === null ? row.state : before.was;
  const state = checked_in === null ? was : 'going';
  const check_ins = JSON.stringify({ noted, ...(checked_in !== null && { was }) });
  if (check_ins === row.check_ins && state === row.state && checked_in === row.checked_in) return;
  await setState(tx, toSignUp(row), { state, checked_in, check_ins });
}

function shortened(noted: CheckIns): CheckIns {
  const ids = Object.keys(noted);
  const tooMany = Math.max(0, ids.length - MOST_NOTED);
  if (tooMany === 0) return noted;
  const undone = ids.filter((id) => noted[id] === null);
  const latest = standing(noted).toSorted((one, other) => Number(noted[other]) - Number(noted[one]));
  const forgotten = new Set([...undone, ...latest].slice(0, tooMany));
  return Object.fromEntries(Object.entries(noted).filter(([id]) => !forgotten.has(id)));
}

interface Noted {
  noted: CheckIns;
  /** What somebody was before they came. */
  was: SignUpState | null;
}

/**
 * What the door noted, in line with the row itself: an import or a cancellation says anew whether somebody came, and undoes
 * what was noted before.
 */
export function readCheckIns(row: Pick<EntryRow, 'state' | 'checked_in' | 'check_ins'>): Noted {
  const { noted, was }: Noted = { noted: {}, was: row.state, ...readStored<Partial<Noted>>(row.check_ins, {}) };
  if (cameAt(noted) === row.checked_in) return { noted, was };
  const undone = undoCheckIns(noted, Object.keys(noted));
  if (row.checked_in === null) return { noted: undone, was: row.state };
  return { noted: { ...undone, [`kept-${row.checked_in}`]: row.checked_in }, was: row.state };
}

/** Replaces what somebody answered; who they are stays. */
export async function changeAnswers(tx: Writer, { formId, key }: SignUp, answers: Answers): Promise<void> {
  await tx.query
    .updateTable('entries')
    .set({ answers: writeAnswers(answers) })
    .where('form_id', '=', formId)
    .where('key', '=', key)
    .execute();
  tx.changed('entry', `${formId}/${key}`);
}

/** @throws NotFound where nobody signed up under this key. */
export async function requireSignUp(db: Reader, formId: string, key: string): Promise<SignUp> {
  const found = await findSignUp(db, formId, key);
  if (!found) throw new NotFound('There is no such sign-up.');
  return found;
}

export async function findSignUp(db: Reader, formId: string, key: string): Promise<SignUp | undefined> {
  const row = await db.query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', formId)
    .where('key', '=', key)
    .where('state', 'is not', null)
    .executeTakeFirst();
  return row && toSignUp(row);
}

/** Which number somebody is on the waitlist; undefined for whoever does not wait. */
export async function positionOf(
  { query }: Reader,
  { formId, key, state, since }: SignUp,
): Promise<number | undefined> {
  if (state !== 'waiting') return undefined;
  const order = orderOf({ query }, formId);
  if (order?.waiting !== undefined && order.last === since) return order.waiting;
  const { ahead } = await query
    .selectFrom('entries')
    .select((is) => is.fn.countAll<number | string>().as('ahead'))
    .where('form_id', '=', formId)
    .where('state', '=', 'waiting')
    .where('since', '<=', since)
    .where((is) => is.or([is('since', '<', since), is('key', '<', key)]))
    .executeTakeFirstOrThrow();
  return Number(ahead) + 1;
}

export async function findByAddress({ query }: Reader, formId: string, email: string): Promise<SignUp | undefined> {
  const row = await query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', formId)
    .where('email', '=', addressKey(email))
    .executeTakeFirst();
  return row && toSignUp(row);
}

export function toSignUp(row: EntryRow): SignUp {
  return {
    ...{ formId: row.form_id, key: row.key, state: row.state ?? 'going', email: row.email ?? '' },
    ...{ since: row.since ?? row.created_at, checkedIn: row.checked_in },
    answers: readAnswers(row.answers),
  };
}

/**
 * Holds every other copy back from this form's places until this write has ended. On SQLite writes wait for each other
 * anyway. Gives back the form as it is now: it may have been changed since it was read.
 * @throws NoPlace where it was taken down meanwhile.
 */
export async function lockPlaces({ query }: Writer, form: PersonForm): Promise<PersonForm> {
  const { formId: id } = form;
  const row = await query.updateTable('forms').set({ id }).where('id', '=', id).returning(SETTINGS).executeTakeFirst();
  const settings = row && readSignUpSettings(row);
  if (!settings) throw new NoPlace(CLOSED);
  return { ...form, ...settings };
}

/** How a form's sign-ups stand in a transaction that has locked its places; numbers are there once they were counted. */
interface Order {
  settings: SignUpSettings;
  isWaitedFor: boolean;
  /** Of who came last: their place in the order. */
  last: number;
  going?: number;
  waiting?: number;
}

/** By transaction: of a crowd that shares a commit, each knows from those before how things stand. */
const orders = new WeakMap<Reader['query'], Map<string, Order>>();

function orderOf({ query }: Reader, formId: string): Order | undefined {
  return orders.get(query)?.get(formId);
}

/** For whoever undoes a part of a transaction and goes on with it. */
export function forgetOrders({ query }: Writer): void {
  orders.delete(query);
}

async function join(tx: Writer, formId: string, order: Order, { state, since }: { state: SignUpState; since: number }) {
  order.last = since;
  if (state === 'going' && order.going !== undefined) order.going++;
  if (state !== 'waiting') return;
  order.isWaitedFor = true;
  order.waiting = order.waiting === undefined ? await countIn(tx, formId, 'waiting') : order.waiting + 1;
}

/** Locks the form's places. */
async function readOrder(tx: Writer, form: PersonForm): Promise<Order> {
  const { formId } = form;
  const { places, waitlist, opens, closes, remindHours } = await lockPlaces(tx, form);
  const read = orders.get(tx.query) ?? new Map<string, Order>();
  orders.set(tx.query, read);
  const order = { settings: { places, waitlist, opens, closes, remindHours }, ...(await readEnds(tx, formId)) };
  read.set(formId, order);
  return order;
}

/** Whether anybody waits, and the place in the order of who came last. */
async function readEnds({ query }: Writer, formId: string): Promise<{ isWaitedFor: boolean; last: number }> {
  const of = query.selectFrom('entries').where('form_id', '=', formId);
  const { first, last } = await query
    .selectNoFrom([
      of.where('state', '=', 'waiting').select('since').orderBy('since').limit(1).as('first'),
      of.where('state', 'is not', null).select('since').orderBy('since', 'desc').limit(1).as('last'),
    ])
    .executeTakeFirstOrThrow();
  return { isWaitedFor: first !== null, last: Number(last ?? 0) };
}

type Change = Partial<Pick<EntryRow, 'state' | 'checked_in' | 'check_ins'>>;

async function setState(tx: Writer, { formId, key }: SignUp, change: Change): Promise<void> {
  orders.get(tx.query)?.delete(formId);
  await tx.query.updateTable('entries').set(change).where('form_id', '=', formId).where('key', '=', key).execute();
  const events = await publicEvents(tx).select('key').where('form_id', '=', formId).execute();
  const eventKeys = events.map((event) => event.key);
  noteChange(tx, { formId, eventKeys }, key);
}

function noteChange({ changed }: Writer, form: Pick<PersonForm, 'formId' | 'eventKeys'>, key: string): void {
  changed('entry', `${form.formId}/${key}`);
  for (const eventKey of form.eventKeys) changed('places', eventKey);
}
