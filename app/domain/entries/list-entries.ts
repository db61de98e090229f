import type { Reader } from '../../db/db.server.ts';

/** One response to an event's form: answers by field name, a text or, for a checkbox, a boolean. */
export interface Entry {
  key: string;
  answers: Record<string, string | boolean>;
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
  return rows.map((row) => ({ key: row.key, answers: JSON.parse(row.answers), createdAt: row.created_at }));
}
