import { setImmediate as afterOthers } from 'node:timers/promises';
import { countRows, inChunks, type Reader } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { NotFound } from '../errors.ts';
import { entriesOf } from '../forms/entries.ts';
import { readAnswers } from '../questions/answer.ts';
import { limitedChoices, type LimitedField } from '../forms/option-places.ts';
import { groupName, waitForSameGroup } from './kept-places.ts';
import { findKeptFields } from './places.ts';
import { readCheckIns } from './door/check-ins.ts';
import { ticketOf } from './draw/tickets.ts';
import type { Bill, ReceivedPayment } from './payments/bill.ts';
import { NO_SUCH_SIGN_UP } from './sentences.ts';
import type { SignUp } from './state.ts';

/** @throws NotFound if nobody signed up under this key. */
export async function requireSignUp(db: Reader, formId: string, key: string): Promise<SignUp> {
  const signUp = await findSignUp(db, formId, key);
  if (!signUp) throw new NotFound(NO_SUCH_SIGN_UP);
  return signUp;
}

export async function findSignUp(db: Reader, formId: string, key: string): Promise<SignUp | undefined> {
  const signUps = entriesOf(db, formId).selectAll().where('key', '=', key).where('state', 'is not', null);
  const row = await signUps.executeTakeFirst();
  return row && toSignUp(row);
}

interface SignUpsOfAddress {
  holder: SignUp | undefined;
  /** Unconfirmed sign-ups with this address, whoever entered them; in order of arrival. */
  unconfirmed: SignUp[];
}

/** `email` is as addressKey writes it; null if there is none. */
export async function findByAddress(db: Reader, formId: string, email: string | null): Promise<SignUpsOfAddress> {
  if (email === null) return { holder: undefined, unconfirmed: [] };
  const rows = await entriesOf(db, formId)
    .selectAll()
    .where('email', '=', email)
    .orderBy('since')
    .orderBy('key')
    .execute();
  const signUps = rows.map(toSignUp);
  return {
    holder: signUps.find(({ state }) => state !== 'unconfirmed'),
    unconfirmed: signUps.filter(({ state }) => state === 'unconfirmed'),
  };
}

/** The latest `since` of anyone who signed up; 0 if nobody has. */
export async function lastSince(db: Reader, formId: string): Promise<number> {
  const { last } = await entriesOf(db, formId)
    .select((is) => is.fn.max('since').as('last'))
    .where('state', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/** Few enough that long answers take little memory. */
const READ_AT_ONCE = 100;

/** All sign-ups in order of arrival, a few at a time, so that other requests are answered in between. */
export async function* pageSignUps(db: Reader, formId: string): AsyncGenerator<SignUp[]> {
  const all = entriesOf(db, formId).where('state', 'is not', null).orderBy('since').orderBy('key');
  const rows = await all.select('key').execute();
  const keys = rows.map(({ key }) => key);
  for (const part of inChunks(keys, READ_AT_ONCE)) {
    yield (await all.selectAll().where('key', 'in', part).execute()).map(toSignUp);
    await afterOthers();
  }
}

/** The first `count` on the waitlist, in order. */
export async function listFirstWaiting(db: Reader, formId: string, count: number): Promise<SignUp[]> {
  const rows = await waitingInOrder(db, formId).selectAll().limit(count).execute();
  return rows.map(toSignUp);
}

/**
 * The first `count` who wait for each group, in the order of the whole waitlist. The first on the whole waitlist may
 * wait for another group.
 */
export async function listFirstWaitingByGroup(
  db: Reader,
  formId: string,
  kept: LimitedField[],
  count: number,
): Promise<SignUp[]> {
  const waiting = waitingInOrder(db, formId);
  const groupsByKey = await listGroups(db, formId, kept);
  const keys = (await waiting.select('key').execute()).map(({ key }) => key);
  const queues = Map.groupBy(keys, (key) => (groupsByKey.get(key) ?? []).join('\n'));
  const first = new Set([...queues.values()].flatMap((queue) => queue.slice(0, count)));
  const signUps: SignUp[] = [];
  for (const part of inChunks(
    keys.filter((key) => first.has(key)),
    READ_AT_ONCE,
  ))
    signUps.push(...(await waiting.selectAll().where('key', 'in', part).execute()).map(toSignUp));
  return signUps;
}

function waitingInOrder(db: Reader, formId: string) {
  return entriesOf(db, formId).where('state', '=', 'waiting').orderBy('since').orderBy('key');
}

/** People whose time to pay is over, earliest deadline first. People who have come keep their place. */
export async function listOverdue(db: Reader, formId: string, now: number): Promise<SignUp[]> {
  const rows = await unpaidOf(db, formId)
    .where('pay_by', '<=', now)
    .where('checked_in', 'is', null)
    .where((is) => is.or([is('pays_with_start', 'is', null), is('pays_with_start', '=', 0)]))
    .where((is) => is.or([is('remind_to_pay_at', 'is', null), is('remind_to_pay_at', '<=', now)]))
    .orderBy('pay_by')
    .orderBy('since')
    .orderBy('key')
    .execute();
  return rows.map(toSignUp);
}

/** Few enough in one transaction that no other write waits long. */
const REMINDED_AT_ONCE = 250;

export async function listToRemind(db: Reader, formId: string, now: number): Promise<SignUp[]> {
  const due = unpaidOf(db, formId).where('remind_to_pay_at', '<=', now);
  const rows = await due.orderBy('remind_to_pay_at').orderBy('key').limit(REMINDED_AT_ONCE).execute();
  return rows.map(toSignUp);
}

function unpaidOf(db: Reader, formId: string) {
  return entriesOf(db, formId)
    .selectAll()
    .where('state', '=', 'going')
    .where('owes', 'is not', null)
    .where('paid_on', 'is', null);
}

/** Everyone in the draw, in no particular order. */
export async function listEntered(db: Reader, formId: string): Promise<(SignUp & { ticket: string })[]> {
  const rows = await entriesOf(db, formId).selectAll().where('state', '=', 'entered').execute();
  return rows.map((row) => ({ ...toSignUp(row), ticket: row.ticket ?? ticketOf(formId, row.key) }));
}

/** People to whom the draw gave a place: those from `since` on. */
export async function listDrawn(db: Reader, formId: string, since: number): Promise<SignUp[]> {
  const rows = await entriesOf(db, formId)
    .selectAll()
    .where('state', '=', 'going')
    .where('since', '>=', since)
    .orderBy('since')
    .execute();
  return rows.map(toSignUp);
}

/**
 * Somebody's number on the waitlist; undefined if they do not wait. While places are kept for groups, only those who
 * wait for the same group are counted.
 */
export async function positionOf(
  db: Reader,
  { formId, key, state, since, answers }: Pick<SignUp, 'formId' | 'key' | 'state' | 'since' | 'answers'>,
  now = Date.now(),
): Promise<number | undefined> {
  if (state !== 'waiting') return undefined;
  const before = entriesOf(db, formId)
    .where('state', '=', 'waiting')
    .where('since', '<=', since)
    .where((is) => is.or([is('since', '<', since), is('key', '<', key)]));
  const kept = await findKeptFields(db, formId, now);
  if (kept.length === 0) return (await countRows(before)) + 1;
  const groups = limitedChoices(kept, answers);
  const same = before.where((is) => {
    const chosen = is
      .selectFrom('chosen_options')
      .select('entry_key')
      .where('chosen_options.form_id', '=', formId)
      .whereRef('chosen_options.entry_key', '=', 'entries.key');
    if (groups.length > 0)
      return is.exists(chosen.where((one) => one.or(groups.map(([field, option]) => one.and({ field, option })))));
    return is.not(is.exists(chosen.where('field', 'in', namesOf(kept))));
  });
  return (await countRows(same)) + 1;
}

/** The number of everyone who waits, by key, as positionOf counts it. */
export async function listPositions(db: Reader, formId: string, now = Date.now()): Promise<Map<string, number>> {
  const kept = await findKeptFields(db, formId, now);
  const rows = await waitingInOrder(db, formId).select('key').execute();
  if (kept.length === 0) return new Map(rows.map(({ key }, before) => [key, before + 1]));
  const groupsByKey = await listGroups(db, formId, kept);
  const before = new Map<string, { groups: string[]; count: number }>();
  return new Map(
    rows.map(({ key }) => {
      const groups = groupsByKey.get(key) ?? [];
      const same = [...before.values()].filter((one) => waitForSameGroup(groups, one.groups));
      const name = groups.join('\n');
      before.set(name, { groups, count: (before.get(name)?.count ?? 0) + 1 });
      return [key, same.reduce((sum, { count }) => sum + count, 0) + 1];
    }),
  );
}

/** What everyone who waits has chosen in these fields, by key. */
async function listGroups({ query }: Reader, formId: string, kept: LimitedField[]): Promise<Map<string, string[]>> {
  const rows = await query
    .selectFrom('chosen_options')
    .innerJoin('entries', (to) =>
      to.onRef('entries.form_id', '=', 'chosen_options.form_id').onRef('entries.key', '=', 'chosen_options.entry_key'),
    )
    .select(['entry_key', 'field', 'option'])
    .where('chosen_options.form_id', '=', formId)
    .where('field', 'in', namesOf(kept))
    .where('state', '=', 'waiting')
    .orderBy('field')
    .execute();
  const groups = new Map<string, string[]>();
  for (const { entry_key: key, field, option } of rows)
    groups.set(key, [...(groups.get(key) ?? []), groupName([field, option])]);
  return groups;
}

const namesOf = (fields: LimitedField[]) => fields.map(({ name }) => name);

export function toSignUp(row: EntryRow): SignUp {
  const { noted, was } = readCheckIns(row);
  return {
    formId: row.form_id,
    key: row.key,
    state: row.state ?? 'going',
    email: row.email ?? '',
    answers: readAnswers(row.answers),
    since: row.since ?? row.created_at,
    checkedIn: row.checked_in,
    checkIns: noted,
    stateBefore: row.checked_in === null ? null : was,
    askedFor: row.asked_for,
    comingFor: row.coming_for,
    ticket: row.ticket,
    ...billOf(row),
  };
}

function billOf(row: EntryRow): Bill {
  return {
    owes: row.owes,
    reference: row.reference,
    payBy: row.pay_by,
    paysWithStart: row.pays_with_start === 1,
    remindToPayAt: row.remind_to_pay_at,
    paid: row.paid_on === null ? null : receivedIn({ ...row, paid_on: row.paid_on }),
    refundedOn: row.refunded_on,
    keptOn: row.kept_on,
  };
}

function receivedIn(row: Omit<EntryRow, 'paid_on'> & { paid_on: string }): ReceivedPayment {
  const { paid_on: on, paid_how: how, paid_note: note, paid_amount: amount } = row;
  return { on, how: how ?? 'other', note: note ?? '', amount: amount ?? 0 };
}
