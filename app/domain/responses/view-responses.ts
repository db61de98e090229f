import { own } from '../own.ts';
import type { ClubConfig, FormName } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { findMissedChoices, missedChoicesOf, type MissedChoices } from '../sign-ups/draw/result.ts';
import { listPositions } from '../sign-ups/read-sign-ups.ts';
import { listedSignUp, signUpName, type ListedSignUp, type ShownPayment } from '../sign-ups/list-sign-ups.ts';
import { paymentStateOf } from '../sign-ups/payments/bill.ts';
import { moneyText, type PayingClub } from '../sign-ups/payments/sentences.ts';
import { findSettings, marksMembership } from '../sign-ups/places.ts';
import { findMembersOf, type MembersOfClub } from '../members/find-members.ts';
import { plainCents } from '../money.ts';
import { answerText, UNREADABLE } from '../questions/answer.ts';
import type { Actor } from '../actor.ts';
import type { ClubForm } from '../forms/club-form.ts';
import { listReceivedForms } from '../forms/club-forms.ts';
import type { EventForm } from '../forms/event-form-definition.ts';
import { findForm, listLabels } from '../forms/event-form.ts';
import { countOptions, type OptionCounts, type OptionPlaces } from '../forms/option-places.ts';
import { countResponses, listResponses, pageResponses, type FormResponse } from './list-responses.ts';

interface OptionTaken extends OptionPlaces {
  option: string;
  /** Names of people who were drawn when the option was full: they have a place without it. */
  missedBy: string[];
}

/** product.md 2, One event */
export interface ResponsesTable {
  /** A cell whose text is `warning` is highlighted. */
  columns: { name: string; label: string; warning?: string }[];
  /** A cell is null if the field was not asked. */
  rows: { key: string; receivedAt: number; cells: (string | null)[]; signUp: ListedSignUp | null }[];
  /** How many have chosen each option that has a limit. */
  options: { name: string; label: string; places: OptionTaken[] }[];
  /** Each row is a person's sign-up, except for responses from before the form asked for a person. */
  isOfPersons: boolean;
}

export interface SubmissionsTable extends ResponsesTable {
  form: FormName;
  title: string;
  /** The number of all submissions, not only those in `rows`. */
  count: number;
  /**
   * The submissions that an Admin is done with: the newest ones, and how many there are. The `rows` beside it are new.
   */
  done: { rows: ResponsesTable['rows']; count: number };
  /** Whether a page of the site has the form. */
  isUsed: boolean;
}

/**
 * The columns are the form's fields, then fields that only older responses have, under their former labels.
 * @throws NotAllowed
 */
export async function viewResponses(
  db: Reader,
  actor: Actor | null,
  formId: string,
  club?: MembersOfClub,
  priced?: Priced,
): Promise<ResponsesTable> {
  const [members, form, labels, responses, positions, missed] = await Promise.all([
    club && findMembersOf(db, formId, club),
    findForm(db, formId),
    listLabels(db, formId),
    listResponses(db, actor, { kind: 'event', id: formId }),
    listPositions(db, formId),
    findMissedChoices(db, formId),
  ]);
  const known = new Map(form.fields.map(({ name, description }) => [name, description]));
  const given = new Set(responses.flatMap(({ answers }) => Object.keys(answers)));
  const names = [
    ...[...known.keys()].filter((name) => given.has(name)),
    ...[...given].filter((name) => !known.has(name)),
  ];
  const columns = names.map((name) => ({ name, label: known.get(name) || own(labels, name) || name }));
  const table = toTable(columns, responses, form.asksPerson === true ? positions : undefined);
  const withPaid = priced ? withPayments(table, responses, priced) : table;
  const whole = members && (await marksMembership(db, formId)) ? withMembers(withPaid, members) : withPaid;
  return { ...whole, options: optionsOf(form, await countOptions(db, form), responses, missed) };
}

/** How amounts are written, and whether the event has a price and takes place. */
interface Priced {
  club: PayingClub;
  hasPrice: boolean;
  isCancelled: boolean;
}

/** Adds a column about each person's payment beside their name, if the event has a price or had one. */
function withPayments(
  table: ResponsesTable,
  responses: FormResponse[],
  { club, hasPrice, isCancelled }: Priced,
): ResponsesTable {
  const now = Date.now();
  const payments = new Map(
    responses.flatMap(({ key, signUp }) => (signUp ? [[key, shownPayment(signUp, { club, isCancelled, now })]] : [])),
  );
  const isUsed = hasPrice || [...payments.values()].some(({ canBeMarked, canBeUndone }) => canBeMarked || canBeUndone);
  if (!isUsed || !table.isOfPersons) return table;
  return {
    ...table,
    columns: table.columns.toSpliced(1, 0, { name: PAYMENT_COLUMN, label: 'Payment', warning: 'Overdue' }),
    rows: table.rows.map((row) => {
      const payment = payments.get(row.key);
      const signUp = row.signUp && { ...row.signUp, ...(payment && { payment }) };
      return { ...row, signUp, cells: row.cells.toSpliced(1, 0, payment?.state ?? null) };
    }),
  };
}

export const PAYMENT_COLUMN = '$payment';

function shownPayment(
  { state, bill }: NonNullable<FormResponse['signUp']>,
  { club, isCancelled, now }: { club: PayingClub; isCancelled: boolean; now: number },
): ShownPayment {
  const { owes, reference, pay_by: payBy, refunded_on: refundedOn, kept_on: keptOn, paid_on: paidOn } = bill;
  const isPaid = paidOn !== null;
  const cents = bill.paid_amount ?? owes;
  return {
    state: paymentStateOf({ state, owes, payBy, refundedOn, keptOn, isPaid }, { isCancelled, now }),
    reference: reference ?? '',
    amount: cents === null ? '' : moneyText(cents, club),
    price: cents === null ? '' : plainCents(cents, club.currency),
    paidDay: paidOn ?? '',
    canBeMarked: owes !== null && !isPaid && (state === 'going' || state === 'cancelled'),
    canBeUndone: isPaid,
  };
}

/** Adds a last column that says whether each person is a member. */
function withMembers(table: ResponsesTable, members: Map<string, { isMember: boolean }>): ResponsesTable {
  const cell = ({ key, signUp }: ResponsesTable['rows'][number]) =>
    signUp && answerText(members.get(key)?.isMember ?? false);
  return {
    ...table,
    columns: [...table.columns, { name: '$member', label: 'Member', warning: answerText(false) }],
    rows: table.rows.map((row) => ({ ...row, cells: [...row.cells, cell(row)] })),
  };
}

function optionsOf(
  { fields }: EventForm,
  counts: OptionCounts,
  responses: FormResponse[],
  missed: MissedChoices,
): ResponsesTable['options'] {
  const namesWithout = listMissing(responses, fields, missed);
  return fields.flatMap(({ name, description: label, options }) => {
    const places = [...new Set(options)].flatMap((option) => {
      const taken = own(own(counts, name) ?? {}, option);
      return taken ? [{ option, ...taken, missedBy: namesWithout(name, option) }] : [];
    });
    return places.length > 0 ? [{ name, label, places }] : [];
  });
}

function listMissing(responses: FormResponse[], fields: EventForm['fields'], missed: MissedChoices) {
  const short = responses.flatMap(({ answers, signUp }) => {
    const byField = signUp ? missedChoicesOf(missed, { ...signUp, answers }, fields) : {};
    return Object.keys(byField).length > 0 ? [{ name: signUpName(answers), byField }] : [];
  });
  return (field: string, option: string): string[] =>
    short.flatMap(({ name, byField }) => (own(byField, field)?.includes(option) ? name : []));
}

/**
 * The newest submissions to each form, or all of them for the form `whole`.
 * @throws NotAllowed
 */
export async function viewSubmissions(
  db: Reader,
  actor: Actor | null,
  club: Pick<ClubConfig, 'club' | 'forms' | 'pages'>,
  whole: string | null,
): Promise<SubmissionsTable[]> {
  return Promise.all(
    listReceivedForms(club).map(async (form) => {
      const read = form.id === whole ? listResponses : pageResponses;
      const table = tableOf(form, await read(db, actor, form, { isDone: false }));
      const { rows } = tableOf(form, await read(db, actor, form, { isDone: true }));
      const count = await countResponses(db, form);
      const done = { rows, count: await countResponses(db, form, { isDone: true }) };
      return { form: form.id, title: form.title, ...table, count, done, isUsed: isOnPage(form, club) };
    }),
  );
}

/** The pages of the other forms always exist. */
function isOnPage({ id }: ClubForm, { pages }: Pick<ClubConfig, 'pages'>): boolean {
  if (id === 'execApplication') return pages.apply;
  return id !== 'merchOrder' || pages.merch;
}

export function tableOf({ fields }: ClubForm, responses: FormResponse[]): ResponsesTable {
  const table = toTable(
    fields.map(({ name, label }) => ({ name, label })),
    responses,
  );
  const unreadable = new Map(responses.map(({ key, answers: { [UNREADABLE]: text } }) => [key, text]));
  // The columns are fixed, so answers that cannot be read are shown in the first.
  const rows = table.rows.map((row) => {
    const text = unreadable.get(row.key);
    return text === undefined ? row : { ...row, cells: row.cells.with(0, `${UNREADABLE}: ${answerText(text)}`) };
  });
  return { ...table, rows };
}

/** `positions`: places on the waitlist, if the form asks for a person. */
function toTable(
  columns: ResponsesTable['columns'],
  responses: FormResponse[],
  positions?: Map<string, number>,
): ResponsesTable {
  const rows = responses.map(({ key, createdAt, answers, signUp }) => ({
    key,
    receivedAt: createdAt,
    cells: columns.map(({ name }) => (Object.hasOwn(answers, name) ? answerText(answers[name]) : null)),
    signUp: positions && signUp ? listedSignUp(signUp, answers, positions.get(key)) : null,
  }));
  return { columns, rows, options: [], isOfPersons: positions !== undefined };
}

export async function pricedOf(db: Reader, formId: string, isCancelled: boolean): Promise<Omit<Priced, 'club'>> {
  const settings = await findSettings(db, formId);
  return { hasPrice: (settings?.price ?? null) !== null, isCancelled };
}
