import { sql, type ExpressionBuilder } from 'kysely';
import type { ClubConfig } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import type { Tables } from '../../db/tables.ts';
import { formatDay, startOfToday, type ClubClock } from '../../time/club-time.ts';
import { answerText, readAnswers, type Answers } from '../questions/answer.ts';
import { PERSON } from '../sign-ups/person.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { can } from '../roles.ts';
import type { ClubForm } from '../forms/club-form.ts';
import { listReceivedForms } from '../forms/club-forms.ts';
import { readFields } from '../forms/event-form.ts';
import { eventsOfForms } from './forms-of-events.ts';
import { pageResponses } from './list-responses.ts';

export interface NewResponse {
  key: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  to: { event: { key: string; title: string } } | { form: string } | null;
  answer: string;
  answers: { label: string; text: string }[];
}

export interface ResponsesOfDay {
  /** 'Today', 'Yesterday' or 'Nov 20, 2026'. */
  day: string;
  /** All of that day; more than `responses` if only the newest are given. */
  count: number;
  responses: NewResponse[];
}

interface NewestOptions {
  limit: number;
  club: Pick<ClubConfig, 'club' | 'forms'>;
  clock: ClubClock;
}

/**
 * The newest responses to events, and submissions for people who may see those. Chat invites are left out, because they
 * come with a sign-up.
 * @throws NotAllowed.
 */
export async function viewNewestResponses(
  db: Reader,
  actor: Actor | null,
  { limit, club, clock }: NewestOptions,
): Promise<ResponsesOfDay[]> {
  requireCapability(actor, 'handle responses');
  const received = can(actor.role, 'handle submissions') ? listReceivedForms(club) : [];
  const forms = received.filter(({ id }) => id !== 'chatInvite');
  const [entries, ...submissions] = await Promise.all([
    listNewestEntries(db, limit),
    ...forms.map((form) => listNewestSubmissions(db, actor, form, limit)),
  ]);
  const newest = [...entries, ...submissions.flat()].toSorted((a, b) => b.receivedAt - a.receivedAt).slice(0, limit);
  const dayOf = (time: number) => startOfToday(clock.timeZone, time);
  const days = Map.groupBy(newest, ({ receivedAt }) => dayOf(receivedAt));
  const counts = new Map<number, number>();
  for (const [time, count] of await countByQuarter(db, Math.min(...days.keys()), forms)) {
    counts.set(dayOf(time), (counts.get(dayOf(time)) ?? 0) + count);
  }
  return [...days].map(([start, responses]) => ({
    day: nameOfDay(start, clock),
    count: counts.get(start) ?? 0,
    responses,
  }));
}

function nameOfDay(start: number, clock: ClubClock): string {
  const today = startOfToday(clock.timeZone);
  if (start === today) return 'Today';
  return start === startOfToday(clock.timeZone, today - 1) ? 'Yesterday' : formatDay(start, clock);
}

/** A day begins on a quarter of an hour in every time zone. */
const QUARTER_MS = 900_000;

async function countByQuarter({ query }: Reader, from: number, forms: ClubForm[]): Promise<[number, number][]> {
  if (!Number.isFinite(from)) return [];
  const quarter = sql<number>`created_at / ${sql.lit(QUARTER_MS)}`;
  const counted = await Promise.all([
    query
      .selectFrom('entries')
      .select(({ fn }) => [fn.countAll().as('count'), quarter.as('quarter')])
      .where('created_at', '>=', from)
      .where(isConfirmed)
      .groupBy(quarter)
      .execute(),
    // Postgres accepts no empty list.
    forms.length === 0
      ? []
      : query
          .selectFrom('submissions')
          .select(({ fn }) => [fn.countAll().as('count'), quarter.as('quarter')])
          .where(
            'form',
            'in',
            forms.map(({ id }) => id),
          )
          .where('created_at', '>=', from)
          .groupBy(quarter)
          .execute(),
  ]);
  return counted.flat().map((row) => [Number(row.quarter) * QUARTER_MS, Number(row.count)]);
}

async function listNewestSubmissions(
  db: Reader,
  actor: Actor | null,
  form: ClubForm,
  limit: number,
): Promise<NewResponse[]> {
  const responses = await pageResponses(db, actor, form, { limit });
  const labels = new Map(form.fields.map(({ name, label }) => [name, label]));
  return responses.map(({ key, createdAt, answers }) => ({
    key: `${form.id}/${key}`,
    receivedAt: createdAt,
    to: { form: form.title },
    ...inWords(answers, labels),
  }));
}

async function listNewestEntries(db: Reader, limit: number): Promise<NewResponse[]> {
  const rows = await db.query
    .selectFrom('entries')
    .selectAll()
    .where(isConfirmed)
    .orderBy('created_at', 'desc')
    .orderBy('form_id', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const ids = [...new Set(rows.map(({ form_id: id }) => id))];
  if (ids.length === 0) return [];
  const [labels, events] = await Promise.all([labelsOf(db, ids), eventsOfForms(db, ids)]);
  return rows.map((row) => {
    const event = events.get(row.form_id);
    return {
      key: `${row.form_id}/${row.key}`,
      receivedAt: row.created_at,
      to: event ? { event } : null,
      ...inWords(readAnswers(row.answers), labels.get(row.form_id) ?? new Map()),
    };
  });
}

/** Somebody who has not confirmed their address has not signed up. */
function isConfirmed(is: ExpressionBuilder<Tables, 'entries'>) {
  return is.or([is('state', 'is', null), is('state', '<>', 'unconfirmed')]);
}

async function labelsOf({ query }: Reader, ids: string[]): Promise<Map<string, Map<string, string>>> {
  const rows = await query.selectFrom('forms').select(['id', 'fields']).where('id', 'in', ids).execute();
  return new Map(
    rows.map(({ id, fields }) => [id, new Map(readFields(fields).map(({ name, description }) => [name, description]))]),
  );
}

function inWords(answers: Answers, labels: Map<string, string>): Pick<NewResponse, 'answer' | 'answers'> {
  const names = [...new Set([...labels.keys(), ...Object.keys(answers)])].filter((name) =>
    Object.hasOwn(answers, name),
  );
  // Even if a form asks for a number first, officers want to read here who it was.
  const byName = names.toSorted((a, b) => nameRank(a, labels) - nameRank(b, labels));
  const first = byName.map((name) => answers[name]).find((answer) => typeof answer === 'string' && answer !== '');
  return {
    answer: String(first ?? ''),
    answers: names.map((name) => ({ label: labels.get(name) || name, text: answerText(answers[name]) })),
  };
}

/** The person's name comes first, then fields labelled as a name, then the rest in order. */
function nameRank(field: string, labels: Map<string, string>): number {
  const label = (labels.get(field) ?? field).trim();
  if (field === PERSON.name || /^(your |full )?name$/i.test(label)) return 0;
  return /\bname\b/i.test(label) ? 1 : 2;
}
