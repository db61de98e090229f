import type { FormName } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { readAnswers } from '../stored-json.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import type { Value } from './form-definition.ts';

/** One submission that the built-in receiver took. */
export interface Submission {
  key: string;
  values: Record<string, Value>;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** So many are shown at a time. */
export const SUBMISSIONS_PAGE = 100;

/** Where a page of submissions goes on: behind this one. */
export type SubmissionCursor = Pick<Submission, 'createdAt' | 'key'>;

/**
 * Submissions to one form, newest first: one page, behind `after` where given.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function pageSubmissions(
  db: Reader,
  actor: Actor | null,
  form: FormName,
  { after, limit = SUBMISSIONS_PAGE }: { after?: SubmissionCursor | undefined; limit?: number } = {},
): Promise<Submission[]> {
  requireAdmin(actor);
  let query = db.query
    .selectFrom('submissions')
    .selectAll()
    .where('form', '=', form)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit);
  if (after) {
    query = query.where((is) => is(is.refTuple('created_at', 'key'), '<', is.tuple(after.createdAt, after.key)));
  }
  const rows = await query.execute();
  return rows.map((row) => ({ key: row.key, values: readAnswers<Value>(row.answers), createdAt: row.created_at }));
}

/**
 * How many submissions each form has; a form without any is left out.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function countSubmissions(db: Reader, actor: Actor | null): Promise<Partial<Record<string, number>>> {
  requireAdmin(actor);
  const rows = await db.query
    .selectFrom('submissions')
    .select(({ fn }) => ['form', fn.countAll<number>().as('count')])
    .groupBy('form')
    .execute();
  return Object.fromEntries(rows.map(({ form, count }) => [form, Number(count)]));
}

/**
 * Every submission to a form, newest first, a page at a time.
 * @throws NotAllowed unless `actor` is an admin.
 */
export async function* eachSubmission(db: Reader, actor: Actor | null, form: FormName): AsyncGenerator<Submission> {
  const limit = 1000;
  let after: SubmissionCursor | undefined;
  for (;;) {
    const page = await pageSubmissions(db, actor, form, { after, limit });
    yield* page;
    if (page.length < limit) return;
    after = page.at(-1);
  }
}
