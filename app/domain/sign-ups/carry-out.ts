import { sql, type RawBuilder } from 'kysely';
import { inChunks, type Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import type { DatedEvent } from '../events/times.ts';
import type { MailingClub } from '../mail/mail.ts';
import { DAY_MS } from '../../time/durations.ts';
import { forgetChoices, rewriteChoices, writeChoices, type LimitedForm } from '../forms/chosen-options.ts';
import { findForm } from '../forms/event-form.ts';
import { readAnswers, writeAnswers, type Answers } from '../questions/answer.ts';
import {
  decide,
  isRefusal,
  type Change,
  type Columns,
  type Command,
  type Decision,
  type LinkChange,
  type Standing,
} from './decide.ts';
import { writeCheckIns } from './door/check-ins.ts';
import { writeDrawResult, type DrawResult } from './draw/result.ts';
import { makeSecretOf } from './draw/enter.ts';
import { endUnmailedLinks, forgetLinks, moveLinks } from './links.ts';
import { forgetMailAbout } from './mail-about-responses.ts';
import { mailSignUp, type MailedLink } from './send-mails.ts';
import { refuse } from './refusals.ts';
import type { PersonForm } from './rules.ts';
import { billIn, NO_BILL, payReminderAt, remindAgainAt, type Bill } from './payments/bill.ts';
import type { SignUp } from './state.ts';

export interface Outcome extends Pick<Decision, 'signUp' | 'drawResult'> {
  /** The link in the last mail that went out; undefined if none did. */
  mailed: MailedLink | undefined;
  isChanged: boolean;
}

/**
 * Decides a command and carries out the decision, under the lock that the standing was read with.
 * @throws the error that refuse() makes of a refusal.
 */
export async function run(
  tx: Writer,
  club: MailingClub,
  standing: Standing,
  command: Command,
  { now = Date.now(), showsLinkToSender = false }: { now?: number; showsLinkToSender?: boolean } = {},
): Promise<Outcome> {
  const decision = decide(standing, command, now);
  if (isRefusal(decision)) return refuse(decision);
  return carryOut(tx, club, standing, decision, { now, showsLinkToSender });
}

/** `showsLinkToSender`: the link in a mail is shown to the sender too. */
async function carryOut(
  tx: Writer,
  club: MailingClub,
  { form, fields }: Standing,
  { signUp, changes, mails, links, topics, drawResult }: Decision,
  { now, showsLinkToSender }: { now: number; showsLinkToSender: boolean },
): Promise<Outcome> {
  for (const link of links) await changeLinks(tx, form.formId, link);
  await writeChanges(tx, { id: form.formId, fields }, changes, now);
  if (drawResult) await noteDrawResult(tx, form, drawResult, now);
  if (topics.includes('places')) for (const key of form.eventKeys) tx.changed('places', key);
  let mailed: MailedLink | undefined;
  for (const mail of mails) mailed = (await mailSignUp(tx, club, form, mail, { showsLinkToSender, now })) ?? mailed;
  return { signUp, drawResult, mailed, isChanged: changes.length > 0 };
}

async function changeLinks(tx: Writer, formId: string, link: LinkChange): Promise<void> {
  if (link.kind === 'move') await moveLinks(tx, formId, { from: [link.from], to: link.to });
  else await endUnmailedLinks(tx, formId, link.of);
}

/** Databases limit the parameters of a statement. */
const ROWS_AT_ONCE = 250;
const WHOLE_ROWS_AT_ONCE = 50;

/** Writes the changes in order; changes in a row that set the same columns share a statement. */
async function writeChanges(tx: Writer, form: LimitedForm, changes: Change[], now: number): Promise<void> {
  let neighbours: SetChange[] = [];
  for (const change of changes) {
    if (change.kind === 'set') neighbours.push(change);
    else {
      await setColumns(tx, form, neighbours);
      neighbours = [];
      await writeOne(tx, form, change, now);
    }
  }
  await setColumns(tx, form, neighbours);
}

type SetChange = Change & { kind: 'set' };

async function writeOne(tx: Writer, form: LimitedForm, change: Exclude<Change, SetChange>, now: number): Promise<void> {
  if (change.kind === 'put') await putSignUp(tx, form, change.signUp, now);
  else if (change.kind === 'remove') await eraseEntries(tx, form.id, [change.key]);
  else await makeSecretOf(tx, form.id);
}

async function noteDrawResult(
  { query }: Writer,
  { formId }: PersonForm,
  result: DrawResult,
  now: number,
): Promise<void> {
  await query
    .updateTable('forms')
    .set({ drawn_at: now, drawn: writeDrawResult(result) })
    .where('id', '=', formId)
    .execute();
}

async function putSignUp(tx: Writer, form: LimitedForm, signUp: SignUp, now: number): Promise<void> {
  const { formId, key, state, since, email, ticket, answers } = signUp;
  const row = {
    state,
    since,
    email: email || null,
    ticket,
    answers: writeAnswers(answers),
    checked_in: null,
    asked_for: null,
    coming_for: null,
    ...toBillColumns(billIn(signUp)),
  };
  // A new row has null by itself in all that it is not given, and most sign-ups are new: a crowd gets in sooner.
  const given = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  const { numInsertedOrUpdatedRows } = await tx.query
    .insertInto('entries')
    .values({ form_id: formId, key, created_at: now, answers: row.answers, ...given })
    .onConflict((conflict) => conflict.columns(['form_id', 'key']).doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows)
    await tx.query.updateTable('entries').set(row).where('form_id', '=', formId).where('key', '=', key).execute();
  await writeChoices(tx, form, [{ key, answers }]);
  tx.changed('entry', `${formId}/${key}`);
}

type StoredColumns = Partial<Omit<EntryRow, 'form_id' | 'key' | 'created_at'>>;

function toColumns({
  answers,
  checkedIn,
  checkIns,
  stateBefore,
  askedFor,
  comingFor,
  state,
  since,
  email,
  ticket,
  ...bill
}: Columns): StoredColumns {
  return {
    ...(state !== undefined && { state }),
    ...(since !== undefined && { since }),
    ...(email !== undefined && { email }),
    ...(ticket !== undefined && { ticket }),
    ...toBillColumns(bill),
    ...(answers && { answers: writeAnswers(answers) }),
    ...(checkedIn !== undefined && { checked_in: checkedIn }),
    ...(checkIns && { check_ins: writeCheckIns({ checkIns, was: stateBefore ?? null }) }),
    ...(askedFor !== undefined && { asked_for: askedFor }),
    ...(comingFor !== undefined && { coming_for: comingFor }),
  };
}

function toBillColumns({ owes, reference, payBy, ...bill }: Partial<Bill>): StoredColumns {
  const { paysWithStart, remindToPayAt, paid, refundedOn, keptOn } = bill;
  return {
    ...(owes !== undefined && { owes }),
    ...(reference !== undefined && { reference }),
    ...(payBy !== undefined && { pay_by: payBy }),
    ...(paysWithStart !== undefined && { pays_with_start: paysWithStart ? 1 : null }),
    ...(remindToPayAt !== undefined && { remind_to_pay_at: remindToPayAt }),
    ...(paid !== undefined && {
      paid_on: paid?.on ?? null,
      paid_how: paid?.how ?? null,
      paid_note: paid?.note || null,
      paid_amount: paid?.amount ?? null,
    }),
    ...(refundedOn !== undefined && { refunded_on: refundedOn }),
    ...(keptOn !== undefined && { kept_on: keptOn }),
  };
}

const NUMBERS = new Set([
  ...['since', 'checked_in', 'asked_for', 'coming_for'],
  ...['owes', 'pay_by', 'pays_with_start', 'remind_to_pay_at', 'paid_amount'],
]);

/** No key may come twice. */
async function setColumns(tx: Writer, form: LimitedForm, changes: SetChange[]): Promise<void> {
  const groups = Map.groupBy(changes, ({ to }) => Object.keys(to).toSorted().join(' '));
  for (const group of groups.values()) {
    const [only] = group;
    if (group.length === 1 && only) await setOne(tx, form.id, only);
    else for (const part of inChunks(group, ROWS_AT_ONCE)) await setMany(tx, form.id, part);
  }
  const responses = changes.flatMap(({ key, to: { answers } }) => (answers ? [{ key, answers }] : []));
  if (responses.length > 0) await writeChoices(tx, form, responses);
  for (const { key } of changes) tx.changed('entry', `${form.id}/${key}`);
}

async function setOne({ query }: Writer, formId: string, { key, to }: SetChange): Promise<void> {
  await query.updateTable('entries').set(toColumns(to)).where('form_id', '=', formId).where('key', '=', key).execute();
}

/** All changes set the same columns. */
async function setMany(tx: Writer, formId: string, changes: SetChange[]): Promise<void> {
  const rows = changes.map(({ key, to }) => ({ key, columns: new Map(Object.entries(toColumns(to))) }));
  const names = [...(rows[0]?.columns.keys() ?? [])];
  const values = rows.map(
    ({ key, columns }) => sql`(${sql.join([key, ...names.map((name) => columns.get(name) ?? null)])})`,
  );
  await sql`
    with changes (key, ${sql.join(names.map((name) => sql.ref(name)))}) as (values ${sql.join(values)})
    update entries set ${sql.join(names.map(setting))}
    from changes where entries.form_id = ${formId} and entries.key = changes.key`.execute(tx.query);
}

function setting(name: string): RawBuilder<unknown> {
  const type = NUMBERS.has(name) ? sql`bigint` : sql`text`;
  return sql`${sql.ref(name)} = cast(${sql.ref(`changes.${name}`)} as ${type})`;
}

/** Notes that everyone who has a place and gave an address is asked whether they are still coming. */
export async function noteAsked(
  tx: Writer,
  formId: string,
  { event, moment }: { event: Pick<DatedEvent, 'start'>; moment: number },
): Promise<void> {
  await tx.query
    .updateTable('entries')
    .set({ asked_for: event.start, coming_for: null })
    .where('form_id', '=', formId)
    .where('state', '=', 'going')
    .where('email', 'is not', null)
    .where('since', '<=', moment)
    .execute();
  tx.changed('entry', `${formId}/`);
}

/**
 * Moves payment deadlines with the event; `start` is null if its date is hidden. Nobody is reminded twice, or with less
 * than a day left.
 */
export async function movePayBy(tx: Writer, formId: string, start: number | null, now: number): Promise<void> {
  const owing = tx.query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', formId)
    .where('owes', 'is not', null)
    .where((is) => is.or([is('pays_with_start', '=', 1), ...(start === null ? [] : [is('pay_by', '>', start)])]));
  const changes = (await owing.execute()).map((row): SetChange => {
    // People who signed up later than that had less than a day to begin with, and got no reminder.
    const isReminded = row.pay_by !== null && row.remind_to_pay_at === null && (row.since ?? 0) <= row.pay_by - DAY_MS;
    const remindToPayAt = isReminded || row.paid_on !== null ? null : payReminderAt(start, now);
    return { kind: 'set', key: row.key, to: { payBy: start, remindToPayAt } };
  });
  if (changes.length > 0) await setColumns(tx, await findForm(tx, formId), changes);
}

/**
 * Their event takes place after all: people who got their money back owe again, and money that the club kept pays for
 * the place. Deadlines that have passed are for `keepUnpaidPlaces`.
 */
export async function reopenBills(tx: Writer, formId: string, now: number): Promise<void> {
  const settled = tx.query
    .selectFrom('entries')
    .innerJoin('forms', 'forms.id', 'entries.form_id')
    .select(['key', 'pay_by', 'refunded_on', 'pay_within_days'])
    .where('form_id', '=', formId)
    .where('state', '=', 'going')
    .where((is) => is.or([is('refunded_on', 'is not', null), is('kept_on', 'is not', null)]));
  const changes = (await settled.execute()).map((row): SetChange => {
    const { key, pay_by: payBy, refunded_on: refundedOn, pay_within_days: days } = row;
    const isLate = payBy !== null && payBy <= now;
    const owed = { paid: null, remindToPayAt: isLate ? null : remindAgainAt(payBy, days, now) };
    return { kind: 'set', key, to: { refundedOn: null, keptOn: null, ...(refundedOn !== null && owed) } };
  });
  if (changes.length > 0) await setColumns(tx, await findForm(tx, formId), changes);
}

/** Forgets what people owed and paid, once payments are no longer kept. */
export async function forgetBills(tx: Writer, formId: string): Promise<number> {
  const rows = await tx.query
    .updateTable('entries')
    .set(toBillColumns(NO_BILL))
    .where('form_id', '=', formId)
    .where((is) => is.or([is('owes', 'is not', null), is('paid_on', 'is not', null)]))
    .returning('key')
    .execute();
  for (const { key } of rows) tx.changed('entry', `${formId}/${key}`);
  return rows.length;
}

export function withoutBill(row: EntryRow): EntryRow {
  return { ...row, ...toBillColumns(NO_BILL) };
}

interface Response {
  key: string;
  answers: Answers;
}

/** Stores a response to a form that does not ask for a person: there is nothing to decide. */
export async function putResponse(tx: Writer, form: LimitedForm, { key, answers }: Response): Promise<void> {
  await tx.query
    .insertInto('entries')
    .values({ form_id: form.id, key, answers: writeAnswers(answers), created_at: Date.now() })
    .execute();
  await writeChoices(tx, form, [{ key, answers }]);
  tx.changed('entry', `${form.id}/${key}`);
}

/** Changes only the answers of sign-ups and other responses. */
export async function replaceAnswers(tx: Writer, form: LimitedForm, responses: Response[]): Promise<void> {
  await setColumns(
    tx,
    form,
    responses.map(({ key, answers }) => ({ kind: 'set', key, to: { answers } })),
  );
}

/** Changes only what somebody noted on the payment. */
export async function replacePaymentNote(
  tx: Writer,
  formId: string,
  { key, note }: { key: string; note: string },
): Promise<void> {
  const rows = tx.query.updateTable('entries').set({ paid_note: note }).where('form_id', '=', formId);
  await rows.where('key', '=', key).execute();
  tx.changed('entry', `${formId}/${key}`);
}

/** Erases responses with their links and the mail about them. Returns those that were still there. */
export async function eraseEntries(
  tx: Writer,
  formId: string,
  keys: string[],
): Promise<Pick<EntryRow, 'key' | 'state'>[]> {
  const erased: Pick<EntryRow, 'key' | 'state'>[] = [];
  for (const part of inChunks(keys, ROWS_AT_ONCE)) {
    await forgetLinks(tx, formId, part);
    await forgetChoices(tx, formId, part);
    const rows = tx.query.deleteFrom('entries').where('form_id', '=', formId).where('key', 'in', part);
    erased.push(...(await rows.returning(['key', 'state']).execute()));
  }
  await forgetMailAbout(
    tx,
    keys.map((key) => ({ kind: 'event', form: formId, key })),
  );
  for (const { key } of erased) tx.changed('entry', `${formId}/${key}`);
  return erased;
}

/** Takes whole forms' responses out as they are, for the trash; `putEntries` puts them back. */
export async function takeEntries(tx: Writer, formIds: string[]): Promise<EntryRow[]> {
  await tx.query.deleteFrom('chosen_options').where('form_id', 'in', formIds).execute();
  const rows = await tx.query.deleteFrom('entries').where('form_id', 'in', formIds).returningAll().execute();
  for (const { form_id: form, key } of rows) tx.changed('entry', `${form}/${key}`);
  return rows;
}

/** Leaves out rows whose key, address or ticket somebody has taken meanwhile. */
export async function putEntries(tx: Writer, rows: EntryRow[]): Promise<void> {
  for (const part of inChunks(rows, WHOLE_ROWS_AT_ONCE))
    await tx.query
      .insertInto('entries')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const id of new Set(rows.map(({ form_id: form }) => form))) await rewriteChoices(tx, await findForm(tx, id));
  for (const { form_id: form, key } of rows) tx.changed('entry', `${form}/${key}`);
}

/** A file's responses to one form, and the addresses and tickets that they take from others. */
export interface ImportDecision {
  rows: EntryRow[];
  addresses: string[];
  tickets: string[];
}

export async function putImported(tx: Writer, form: LimitedForm, decision: ImportDecision): Promise<void> {
  const { rows, addresses, tickets } = decision;
  for (const part of inChunks(addresses, ROWS_AT_ONCE))
    await tx.query
      .updateTable('entries')
      .set({ email: null })
      .where('form_id', '=', form.id)
      .where('state', '<>', 'unconfirmed')
      .where('email', 'in', part)
      .execute();
  const keys = rows.map(({ key }) => key);
  for (const [column, values] of [['key', tickets.length > 0 ? keys : []] as const, ['ticket', tickets] as const])
    for (const part of inChunks(values, ROWS_AT_ONCE))
      await tx.query
        .updateTable('entries')
        .set({ ticket: null })
        .where('form_id', '=', form.id)
        .where(column, 'in', part)
        .execute();
  for (const part of inChunks(rows, WHOLE_ROWS_AT_ONCE)) await upsert(tx, part);
  await writeChoices(
    tx,
    form,
    rows.map(({ key, answers }) => ({ key, answers: readAnswers(answers) })),
  );
  for (const key of keys) tx.changed('entry', `${form.id}/${key}`);
}

/** A row keeps the time at which it was first stored; the file decides everything else. */
async function upsert({ query }: Writer, rows: EntryRow[]): Promise<void> {
  await query
    .insertInto('entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['form_id', 'key']).doUpdateSet((is) => ({
        answers: is.ref('excluded.answers'),
        state: is.ref('excluded.state'),
        email: is.ref('excluded.email'),
        since: is.ref('excluded.since'),
        checked_in: is.ref('excluded.checked_in'),
        check_ins: is.ref('excluded.check_ins'),
        asked_for: is.ref('excluded.asked_for'),
        coming_for: is.ref('excluded.coming_for'),
        ticket: is.ref('excluded.ticket'),
        owes: is.ref('excluded.owes'),
        reference: is.ref('excluded.reference'),
        pay_by: is.ref('excluded.pay_by'),
        pays_with_start: is.ref('excluded.pays_with_start'),
        remind_to_pay_at: is.ref('excluded.remind_to_pay_at'),
        paid_on: is.ref('excluded.paid_on'),
        paid_how: is.ref('excluded.paid_how'),
        paid_note: is.ref('excluded.paid_note'),
        paid_amount: is.ref('excluded.paid_amount'),
        refunded_on: is.ref('excluded.refunded_on'),
        kept_on: is.ref('excluded.kept_on'),
      })),
    )
    .execute();
}
