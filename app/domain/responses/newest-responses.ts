import type { ClubConfig, FormName } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { formatDay, startOfToday, startOfTomorrow, type ClubClock } from '../../time/club-time.ts';
import type { Answer } from './fields/field-type.ts';
import { findForm, type FormField } from './event-form.ts';
import { readAnswers } from '../stored-json.ts';
import { pageSubmissions } from './list-submissions.ts';
import type { Target, Words } from './form-definition.ts';
import { receivedTargets } from './club-forms.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { answerText } from './answer-text.ts';

/** Something that a visitor sent, as the admin home shows it. */
export interface NewResponse {
  key: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** What was answered: an event's own form, or one of the club's forms by its title; null where the event is gone. */
  to: { event: { key: string; title: string } } | { form: string } | null;
  /** The first text answered, in the form's order: mostly a name. Empty where there is none. */
  answer: string;
  /** All that was answered, in the form's order. */
  answers: { label: string; text: string }[];
}

/** What came on one day of the club. */
export interface ResponsesOfDay {
  /** 'Today', 'Yesterday' or 'Nov 20, 2026'. */
  day: string;
  /** How many came in all; more than `responses` where only the newest are given. */
  count: number;
  responses: NewResponse[];
}

interface Wanted {
  limit: number;
  forms: ClubConfig['forms'];
  words: Words;
  clock: ClubClock;
}

/**
 * The newest `limit` of what visitors sent to this site, by day, newest first: responses to events, sign-ups of members,
 * messages, applications and orders. A chat invite is left out: it comes with a sign-up.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function viewNewestResponses(
  db: Reader,
  actor: Actor | null,
  { limit, forms, words, clock }: Wanted,
): Promise<ResponsesOfDay[]> {
  requireAdmin(actor);
  const targets = receivedTargets(forms).filter(({ name }) => name !== 'chatInvite');
  const [entries, ...submissions] = await Promise.all([
    listNewestEntries(db, limit),
    ...targets.map((target) => listNewestSubmissions(db, actor, { target, words, limit })),
  ]);
  const newest = [...entries, ...submissions.flat()].toSorted((a, b) => b.receivedAt - a.receivedAt).slice(0, limit);
  const days = Map.groupBy(newest, ({ receivedAt }) => startOfToday(clock.timeZone, receivedAt));
  return Promise.all(
    [...days].map(async ([start, responses]) => ({
      day: nameOfDay(start, clock),
      count: await countBetween(db, start, startOfTomorrow(clock.timeZone, start), targets),
      responses,
    })),
  );
}

function nameOfDay(start: number, clock: ClubClock): string {
  const today = startOfToday(clock.timeZone);
  if (start === today) return 'Today';
  return start === startOfToday(clock.timeZone, today - 1) ? 'Yesterday' : formatDay(start, clock);
}

async function countBetween({ query }: Reader, from: number, until: number, targets: Target[]): Promise<number> {
  const entries = query
    .selectFrom('entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', until);
  const submissions = (form: FormName) =>
    query
      .selectFrom('submissions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('form', '=', form)
      .where('created_at', '>=', from)
      .where('created_at', '<', until);
  const counts = await Promise.all([
    entries.executeTakeFirstOrThrow(),
    ...targets.map(({ name }) => submissions(name).executeTakeFirstOrThrow()),
  ]);
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

async function listNewestSubmissions(
  db: Reader,
  actor: Actor | null,
  { target, words, limit }: { target: Target; words: Words; limit: number },
): Promise<NewResponse[]> {
  const submissions = await pageSubmissions(db, actor, target.name, { limit });
  const labels = Object.entries(target.fields).map(([name, field]) => [name, field.label(words)] as const);
  return submissions.map(({ key, createdAt, values }) => ({
    key: `${target.name}/${key}`,
    receivedAt: createdAt,
    to: { form: target.title },
    ...toAnswers(values, new Map(labels)),
  }));
}

async function listNewestEntries(db: Reader, limit: number): Promise<NewResponse[]> {
  const rows = await db.query
    .selectFrom('entries')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('form_id', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute();
  const formIds = [...new Set(rows.map(({ form_id: id }) => id))];
  const forms = new Map(await Promise.all(formIds.map(async (id) => [id, await about(db, id)] as const)));
  return rows.map((row) => {
    const { event = null, fields = [] } = forms.get(row.form_id) ?? {};
    const labels = new Map(fields.map(({ name, description }) => [name, description]));
    return {
      key: `${row.form_id}/${row.key}`,
      receivedAt: row.created_at,
      to: event && { event },
      ...toAnswers(readAnswers<Answer>(row.answers), labels),
    };
  });
}

interface AboutForm {
  event: { key: string; title: string } | null;
  fields: FormField[];
}

async function about(db: Reader, formId: string): Promise<AboutForm> {
  const [{ fields }, event] = await Promise.all([findForm(db, formId), eventOf(db, formId)]);
  return { event: event ? { key: event.key, title: event.title ?? '' } : null, fields };
}

/** The event that has the form or, where none has it any more, had it last. */
async function eventOf({ query }: Reader, formId: string): Promise<{ key: string; title: string | null } | undefined> {
  const events = query.selectFrom('events').select(['events.key', 'title']).orderBy('time_start', 'desc').limit(1);
  const former = events.innerJoin('former_forms', 'former_forms.event_key', 'events.key');
  return (
    (await events.where('form_id', '=', formId).executeTakeFirst()) ??
    (await former.where('former_forms.form_id', '=', formId).executeTakeFirst())
  );
}

/** What was answered, under the labels of the form in their order, then whatever else there is. */
function toAnswers(
  answers: Record<string, string | number | boolean>,
  labels: Map<string, string>,
): Pick<NewResponse, 'answer' | 'answers'> {
  const names = [...new Set([...labels.keys(), ...Object.keys(answers)])].filter((name) =>
    Object.hasOwn(answers, name),
  );
  const first = names.map((name) => answers[name]).find((answer) => typeof answer === 'string' && answer !== '');
  return {
    answer: String(first ?? ''),
    answers: names.map((name) => ({ label: labels.get(name) || name, text: answerText(answers[name]) })),
  };
}
