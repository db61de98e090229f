import type { Reader, Writer } from '../../db/db.server.ts';
import { noteErasure } from '../../db/erasures.ts';
import type { Rule } from './rules.ts';

export interface ErasureRun {
  /** At the club, 'YYYY-MM-dd'. */
  day: string;
  isDone: boolean;
  erased: Record<string, number>;
}

const NOTE = 'retention';

export async function isRunDone({ query }: Reader, day: string): Promise<boolean> {
  const row = await query.selectFrom('app_state').select('value').where('name', '=', NOTE).executeTakeFirst();
  const run = readRun(row?.value ?? '');
  return run?.day === day && run.isDone;
}

/** No other copy of the site gets it until this transaction ends: writing the note's row locks it. */
export async function lockRun({ query }: Writer, day: string): Promise<ErasureRun> {
  const { value } = await query
    .insertInto('app_state')
    .values({ name: NOTE, value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((is) => ({ value: is.ref('app_state.value') })))
    .returning('value')
    .executeTakeFirstOrThrow();
  const noted = readRun(value);
  // The day before this one is over, finished or not: what it left is found again.
  return noted?.day === day ? noted : { day, isDone: false, erased: {} };
}

function readRun(value: string): ErasureRun | undefined {
  return value === '' ? undefined : JSON.parse(value);
}

export async function noteErased(
  tx: Writer,
  run: ErasureRun,
  rule: Pick<Rule, 'kind' | 'days'> | undefined,
  count: number,
  now: number,
): Promise<void> {
  const { query } = tx;
  if (rule) {
    await noteErasure(tx);
    const table = rule.kind === 'event' ? 'entries' : 'submissions';
    const key = `retention-${run.day}-${table}-${rule.days}`;
    const total = (run.erased[key] ?? 0) + count;
    run.erased[key] = total;
    const title = lineOf(rule, total);
    const line = { key, at: now, uid: null, who: 'The site itself', verb: 'erased', topic: 'entry', record_key: '' };
    await query
      .insertInto('activity')
      .values({ ...line, title })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ title, at: now }))
      .execute();
  }
  await query
    .updateTable('app_state')
    .set({ value: JSON.stringify(run) })
    .where('name', '=', NOTE)
    .execute();
}

/** '12 responses older than 365 days' */
function lineOf({ kind, days }: Pick<Rule, 'kind' | 'days'>, count: number): string {
  const noun = kind === 'event' ? 'response' : 'submission';
  return `${counted(count, noun)} older than ${counted(days, 'day')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
