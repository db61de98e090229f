import type { Reader } from '../../db/db.server.ts';
import { listEntries } from './list-entries.ts';

/** How many responses a form has, and how many of them say something under each field name. */
export async function countAnswers(
  db: Reader,
  formId: string,
): Promise<{ count: number; byField: Record<string, number> }> {
  const entries = await listEntries(db, formId);
  const byField = new Map<string, number>();
  for (const { answers } of entries) {
    for (const [name, answer] of Object.entries(answers)) {
      if (answer !== '' && answer !== null) byField.set(name, (byField.get(name) ?? 0) + 1);
    }
  }
  return { count: entries.length, byField: Object.fromEntries(byField) };
}
