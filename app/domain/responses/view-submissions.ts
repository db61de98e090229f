import type { ClubConfig, FormName } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { NotFound } from '../errors.ts';
import { toCsv } from './csv.ts';
import { formatTableDate, formatSpreadsheetTime, type ClubClock } from '../../time/club-time.ts';
import { UNREADABLE } from '../stored-json.ts';
import type { Actor } from '../users/actor.ts';
import {
  countSubmissions,
  eachSubmission,
  pageSubmissions,
  SUBMISSIONS_PAGE,
  type Submission,
} from './list-submissions.ts';
import type { Target, Words } from './form-definition.ts';
import { receivedTargets } from './club-forms.ts';

/** What one form of the configuration received, as a table. */
export interface SubmissionsTable {
  form: FormName;
  title: string;
  columns: { name: string; label: string }[];
  /** Newest first; `cells` in the order of the columns. */
  rows: { key: string; receivedAt: number; cells: string[] }[];
  /** How many there are in all; more than rows where only the newest are given. */
  count: number;
}

/**
 * A table for each form that this site receives itself: the newest submissions, or all those of the form `whole`.
 * @throws NotAllowed
 */
export async function viewSubmissions(
  db: Reader,
  actor: Actor | null,
  { forms, words, whole }: { forms: ClubConfig['forms']; words: Words; whole: string | null },
): Promise<SubmissionsTable[]> {
  const counts = await countSubmissions(db, actor);
  return Promise.all(
    receivedTargets(forms).map(async (target) => {
      const count = counts[target.name] ?? 0;
      const limit = target.name === whole ? count : SUBMISSIONS_PAGE;
      const submissions = await pageSubmissions(db, actor, target.name, { limit });
      return { form: target.name, title: target.title, ...tableOf(target, submissions, words), count };
    }),
  );
}

/**
 * Everything that `form` received, as a CSV file for spreadsheets.
 * @throws NotAllowed; NotFound for a form that this site does not receive.
 */
export async function submissionsFile(
  db: Reader,
  actor: Actor | null,
  { form, forms, words, clock }: { form: string; forms: ClubConfig['forms']; words: Words; clock: ClubClock },
): Promise<{ name: string; content: string }> {
  const target = receivedTargets(forms).find(({ name }) => name === form);
  if (!target) throw new NotFound('There is no such form.');
  const all: Submission[] = [];
  for await (const submission of eachSubmission(db, actor, target.name)) all.push(submission);
  const { columns, rows } = tableOf(target, all, words);
  return {
    name: `${target.title} ${formatTableDate(Date.now(), clock)}.csv`,
    content: toCsv(
      ['Received', ...columns.map(({ label }) => label)],
      rows.map(({ receivedAt, cells }) => [formatSpreadsheetTime(receivedAt, clock), ...cells]),
    ),
  };
}

function tableOf(target: Target, submissions: Submission[], words: Words): Pick<SubmissionsTable, 'columns' | 'rows'> {
  const columns = Object.entries(target.fields).map(([name, field]) => ({ name, label: field.label(words) }));
  const rows = submissions.map(({ key, createdAt, values }) => ({
    key,
    receivedAt: createdAt,
    cells: columns.map(({ name }, at) => String(values[name] ?? (at === 0 ? unreadable(values) : ''))),
  }));
  return { columns, rows };
}

/** What is shown of a submission that cannot be read, in its first cell; empty for any other. */
function unreadable({ [UNREADABLE]: text }: Submission['values']): string {
  return text === undefined ? '' : `${UNREADABLE}: ${text}`;
}
