import { expressionBuilder, sql, type AliasedExpression } from 'kysely';
import type { Reader } from '../../db/db.server.ts';
import type { EntryRow, SignUpState, SubmissionRow, Tables } from '../../db/tables.ts';
import { readAnswers, type Answers } from '../questions/answer.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { requireOnForm } from '../events/rights.ts';
import type { FormDefinition, FormRef } from '../forms/form-definition.ts';

export interface FormResponse {
  key: string;
  answers: Answers;
  /** Epoch milliseconds. */
  createdAt: number;
  /** null for a response that is not a sign-up. */
  signUp: {
    state: SignUpState;
    email: string | null;
    since: number;
    checkedIn: number | null;
    ticket: string | null;
    bill: Pick<ResponseRow, (typeof BILL)[number]>;
  } | null;
}

/** Only the submissions that an Admin is done with, or only the new ones; left out for both. */
interface Wanted {
  isDone?: boolean | undefined;
}

type ResponseCursor = Pick<FormResponse, 'createdAt' | 'key'>;

const RESPONSES_PAGE = 100;
const PAGE_OF_ALL = 1000;

type ResponseRow = SubmissionRow & Pick<EntryRow, (typeof SIGN_UP)[number]>;

const BILL = ['owes', 'reference', 'pay_by', 'paid_on', 'paid_amount', 'refunded_on', 'kept_on'] as const;

const SIGN_UP = ['state', 'email', 'since', 'checked_in', 'ticket', ...BILL] as const;

export function responsesTo(kind: FormDefinition['kind']): AliasedExpression<ResponseRow, 'sent'> {
  const tables = expressionBuilder<Tables>();
  if (kind === 'event')
    return tables
      .selectFrom('entries')
      .select(['form_id as form', 'key', 'answers', 'created_at', ...SIGN_UP])
      .select(sql<null>`null`.as('done_at'))
      .as('sent');
  return tables
    .selectFrom('submissions')
    .select(['form', 'key', 'answers', 'created_at', 'done_at'])
    .select(SIGN_UP.map((name) => sql<null>`null`.as(name)))
    .as('sent');
}

export async function pageResponses(
  db: Reader,
  actor: Actor | null,
  { kind, id }: FormRef,
  { after, limit = RESPONSES_PAGE, isDone }: { after?: ResponseCursor | undefined; limit?: number } & Wanted = {},
): Promise<FormResponse[]> {
  if (kind === 'event') await requireOnForm(db, actor, id);
  else requireCapability(actor, 'handle submissions');
  let query = db.query
    .selectFrom(responsesTo(kind))
    .select(['key', 'answers', 'created_at', ...SIGN_UP])
    .where('form', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit);
  if (after) {
    query = query.where((is) => is(is.refTuple('created_at', 'key'), '<', is.tuple(after.createdAt, after.key)));
  }
  if (isDone !== undefined) query = query.where('done_at', isDone ? 'is not' : 'is', null);
  const rows = await query.execute();
  return rows.map((row) => ({
    key: row.key,
    answers: readAnswers(row.answers),
    createdAt: row.created_at,
    signUp: row.state && signUpOf(row.state, row),
  }));
}

function signUpOf(
  state: SignUpState,
  { email, since, created_at: at, checked_in: checkedIn, ticket, ...row }: Omit<ResponseRow, 'form' | 'done_at'>,
) {
  const { owes, reference, pay_by, paid_on, paid_amount, refunded_on, kept_on } = row;
  const bill = { owes, reference, pay_by, paid_on, paid_amount, refunded_on, kept_on };
  return { state, email, since: since ?? at, checkedIn, ticket, bill };
}

export async function listResponses(
  db: Reader,
  actor: Actor | null,
  form: FormRef,
  wanted: Wanted = {},
): Promise<FormResponse[]> {
  const all: FormResponse[] = [];
  for (;;) {
    const page = await pageResponses(db, actor, form, { ...wanted, after: all.at(-1), limit: PAGE_OF_ALL });
    all.push(...page);
    if (page.length < PAGE_OF_ALL) return all;
  }
}

export async function countResponses(db: Reader, { kind, id }: FormRef, { isDone }: Wanted = {}): Promise<number> {
  let query = db.query
    .selectFrom(responsesTo(kind))
    .select(({ fn }) => fn.countAll().as('count'))
    .where('form', '=', id);
  if (isDone !== undefined) query = query.where('done_at', isDone ? 'is not' : 'is', null);
  const { count } = await query.executeTakeFirstOrThrow();
  return Number(count);
}

export async function countAnswers(
  { query }: Reader,
  formId: string,
  names: string[],
): Promise<{ count: number; byField: Record<string, number> }> {
  const { count, ...counts } = await query
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll().as('count'))
    .select(names.map((name, at) => countSaying(name).as(`field${at}`)))
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  const byField = names.map((name, at): [string, number] => [name, Number(counts[`field${at}`] ?? 0)]);
  return { count: Number(count), byField: Object.fromEntries(byField) };
}

/*
 * Searches the text of the JSON, which may be invalid: before its version 16, Postgres could only check that by raising
 * an error. A quote inside an answer has a backslash before it, so nothing in an answer reads like a field. LIKE would
 * not do: on SQLite it ignores case.
 */
function countSaying(name: string) {
  const field = `${JSON.stringify(name)}:`;
  const holds = (text: string) => sql`replace(answers, ${text}, '') <> answers`;
  const says = sql`${holds(field)} and not (${holds(`${field}""`)} or ${holds(`${field}null`)} or ${holds(`${field}[]`)})`;
  return sql<number>`sum(case when ${says} then 1 else 0 end)`;
}
