import type { Reader } from '../../db/db.server.ts';
import type { Answer } from './fields/field-type.ts';
import { readAnswers } from '../stored-json.ts';

/** One response to an event's form: answers by field name, a text or, for a checkbox, a boolean. */
export interface Entry {
  key: string;
  answers: Record<string, Answer>;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** All responses to a form, newest first. */
export async function listEntries(db: Reader, formId: string): Promise<Entry[]> {
  const rows = await db.query
    .selectFrom('entries')
    .selectAll()
    .where('form_id', '=', formId)
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .execute();
  return rows.map((row) => ({ key: row.key, answers: readAnswers<Answer>(row.answers), createdAt: row.created_at }));
}
