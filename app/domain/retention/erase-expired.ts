import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { formatTableDate } from '../../time/club-time.ts';
import { forgetMailAbout, type ResponseRef } from '../mail/mail-about-responses.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { responsesTo } from '../responses/list-responses.ts';
import { keptSince, readRules, type Retention, type Rule } from './rules.ts';
import { isRunDone, noteErased, lockRun, type ErasureRun } from './run.ts';
import { readTrashContent, type TrashContent } from '../trash.ts';

/** Few enough in one transaction that nobody who writes waits long. */
const AT_ONCE = 500;

interface Given {
  retention: Retention;
  timeZone: string;
  atOnce?: number;
  now?: number;
}

/** Once a day. One copy of the site erases at a time; after a crash the next one goes on. */
export async function eraseExpired(
  db: Database,
  { retention, timeZone, atOnce = AT_ONCE, now = Date.now() }: Given,
): Promise<void> {
  const day = formatTableDate(now, { timeZone, locale: 'en' });
  let isDone = await isRunDone(db, day);
  while (!isDone) {
    isDone = await db.write(async (tx) => {
      const run = await lockRun(tx, day);
      if (run.isDone) return true;
      const rules = await readRules(tx, retention);
      const since = (days: number) => keptSince(days, timeZone, now);
      const isOver = !(await eraseSome(tx, rules, since, atOnce, run, now));
      if (isOver) {
        const inTrash = await eraseExpiredInTrash(tx, rules, since);
        for (const [days, count] of inTrash) await noteErased(tx, run, { kind: 'event', days }, count, now);
        await noteErased(tx, { ...run, isDone: true }, undefined, 0, now);
      }
      return isOver;
    });
  }
}

async function eraseSome(
  tx: Writer,
  rules: Rule[],
  since: (days: number) => number,
  atOnce: number,
  run: ErasureRun,
  now: number,
): Promise<boolean> {
  for (const rule of rules) {
    const old = await findOld(tx, rule, since(rule.days), atOnce);
    if (old.length === 0) continue;
    await noteErased(tx, run, rule, await eraseResponses(tx, old), now);
    return true;
  }
  return false;
}

async function findOld(db: Reader, { kind, forms }: Rule, since: number, atOnce: number): Promise<ResponseRef[]> {
  let old = db.query.selectFrom(responsesTo(kind)).select(['form', 'key']).where('created_at', '<', since);
  if ('only' in forms) old = old.where('form', 'in', forms.only);
  else if (forms.allBut.length > 0) old = old.where('form', 'not in', forms.allBut);
  const rows = await old.orderBy('created_at').limit(atOnce).execute();
  return rows.map((row) => ({ kind, ...row }));
}

async function eraseExpiredInTrash(
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
