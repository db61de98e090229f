import type { Database, Writer } from '../../db/db.server.ts';
import { formatTableDate } from '../../time/club-time.ts';
import { forgetMailAbout } from '../mail/forget-mail-about.ts';
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
        for (const [days, count] of inTrash) await noteErased(tx, run, { table: 'entries', days }, count, now);
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
    const erase = rule.table === 'entries' ? eraseResponses : eraseSubmissions;
    const count = await erase(tx, rule, since(rule.days), atOnce);
    if (count === 0) continue;
    await noteErased(tx, run, rule, count, now);
    return true;
  }
  return false;
}

async function eraseResponses(tx: Writer, { forms }: Rule, since: number, atOnce: number): Promise<number> {
  let old = tx.query.selectFrom('entries').select(['form_id', 'key']).where('created_at', '<', since);
  if ('only' in forms) old = old.where('form_id', 'in', forms.only);
  else if (forms.allBut.length > 0) old = old.where('form_id', 'not in', forms.allBut);
  const some = old.orderBy('created_at').limit(atOnce);
  const entries = await tx.query
    .deleteFrom('entries')
    .where((is) => is(is.refTuple('form_id', 'key'), 'in', some.$asTuple('form_id', 'key')))
    .returning(['form_id', 'key'])
    .execute();
  await forgetMailAbout(tx, { entries });
  for (const { form_id, key } of entries) tx.changed('entry', `${form_id}/${key}`);
  return entries.length;
}

async function eraseSubmissions(tx: Writer, { forms }: Rule, since: number, atOnce: number): Promise<number> {
  let old = tx.query.selectFrom('submissions').select(['form', 'key']).where('created_at', '<', since);
  if ('only' in forms) old = old.where('form', 'in', forms.only);
  else if (forms.allBut.length > 0) old = old.where('form', 'not in', forms.allBut);
  const some = old.orderBy('created_at').limit(atOnce);
  const submissions = await tx.query
    .deleteFrom('submissions')
    .where((is) => is(is.refTuple('form', 'key'), 'in', some.$asTuple('form', 'key')))
    .returning(['form', 'key'])
    .execute();
  await forgetMailAbout(tx, { submissions });
  for (const { form, key } of submissions) tx.changed('entry', `${form}/${key}`);
  return submissions.length;
}
