import type { Database, Reader, Writer } from '../../db/db.server.ts';
import { formatTableDate } from '../../time/club-time.ts';
import type { ResponseRef } from '../mail/mail-about-responses.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { responsesTo } from '../responses/list-responses.ts';
import { eraseExpiredInTrash } from './erase-in-trash.ts';
import { keptSince, readRules, type Retention, type Rule } from './rules.ts';
import { isRunDone, noteErased, takeRun, type Run } from './run.ts';

/** Answers erased in one transaction, so that nobody who writes waits long. */
const AT_ONCE = 500;

interface Given {
  retention: Retention;
  timeZone: string;
  /** Answers of one transaction. */
  atOnce?: number;
  now?: number;
}

/**
 * Erases, once on each day of the club's calendar, the responses and submissions that are older than they are kept for,
 * in the trash too, and the mail that they caused. However many copies of the site do so at once, one at a time erases;
 * after a crash the rest is erased by whoever comes next. The activity log says how many that were.
 */
export async function eraseExpired(
  db: Database,
  { retention, timeZone, atOnce = AT_ONCE, now = Date.now() }: Given,
): Promise<void> {
  const day = formatTableDate(now, { timeZone, locale: 'en' });
  let isDone = await isRunDone(db, day);
  while (!isDone) {
    isDone = await db.write(async (tx) => {
      const run = await takeRun(tx, day);
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

/** Erases what the first rule that finds something finds, `atOnce` answers at most; false where none does. */
async function eraseSome(
  tx: Writer,
  rules: Rule[],
  since: (days: number) => number,
  atOnce: number,
  run: Run,
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

/** The oldest of what a rule is about, `atOnce` at most. */
async function findOld(db: Reader, { kind, forms }: Rule, since: number, atOnce: number): Promise<ResponseRef[]> {
  let old = db.query.selectFrom(responsesTo(kind)).select(['form', 'key']).where('created_at', '<', since);
  if ('only' in forms) old = old.where('form', 'in', forms.only);
  else if (forms.allBut.length > 0) old = old.where('form', 'not in', forms.allBut);
  const rows = await old.orderBy('created_at').limit(atOnce).execute();
  return rows.map((row) => ({ kind, ...row }));
}
