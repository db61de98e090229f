import type { Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { forgetMailAbout } from '../mail/mail-about-responses.ts';
import { readTrashContent, type TrashContent } from '../trash.ts';
import type { Rule } from './rules.ts';

/**
 * Takes the responses that are older than they are kept for out of what is in the trash: a form's own days are those that
 * it was removed with. Gives back how many that were, by the days of their rule.
 */
export async function eraseExpiredInTrash(
  tx: Writer,
  rules: Rule[],
  since: (days: number) => number,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const trashed = await tx.query.selectFrom('trash').select('key').where('content', 'like', '%"entries":[{%').execute();
  for (const { key } of trashed) {
    const row = await tx.query.selectFrom('trash').select('content').where('key', '=', key).executeTakeFirst();
    const content = row && readTrashContent(row);
    if (!content) continue;
    const old = (content.entries ?? []).filter((entry) => isOld(entry, daysOf(entry, content, rules), since));
    if (old.length === 0) continue;
    const entries = content.entries?.filter((entry) => !old.includes(entry)) ?? [];
    const { numUpdatedRows } = await tx.query
      .updateTable('trash')
      .set({ content: JSON.stringify({ ...content, entries } satisfies TrashContent) })
      .where('key', '=', key)
      .executeTakeFirst();
    // Restored meanwhile, on Postgres: then they are found where they belong.
    if (numUpdatedRows === 0n) continue;
    await forgetMailAbout(
      tx,
      old.map(({ form_id: form, key: entry }) => ({ kind: 'event', form, key: entry })),
    );
    for (const entry of old) {
      const days = daysOf(entry, content, rules) ?? 0;
      counts.set(days, (counts.get(days) ?? 0) + 1);
    }
  }
  return counts;
}

function isOld({ created_at }: EntryRow, days: number | undefined, since: (days: number) => number): boolean {
  return days !== undefined && created_at < since(days);
}

function daysOf({ form_id }: EntryRow, { forms = [] }: TrashContent, rules: Rule[]): number | undefined {
  const own = forms.find(({ id }) => id === form_id)?.responses_days;
  if (own) return own;
  return rules.find((rule) => rule.kind === 'event' && isAbout(rule, form_id))?.days;
}

function isAbout({ forms }: Rule, formId: string): boolean {
  return 'only' in forms ? forms.only.includes(formId) : !forms.allBut.includes(formId);
}
