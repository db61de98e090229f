import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { EntryRow } from '../../db/tables.ts';
import { clubDay, dayPlus } from '../../time/club-day.ts';
import { formatTableDate } from '../../time/club-time.ts';
import { DAY_MS } from '../../time/durations.ts';
import { keepSumsBefore } from '../looking-back/taken-in.ts';
import { eraseFormerMembers } from '../members/erase.ts';
import { forgetMailAbout, type ResponseRef } from '../sign-ups/mail-about-responses.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { responsesTo } from '../responses/list-responses.ts';
import { forgetPayments, keepPayments, namelessPayments } from './erase-payments.ts';
import { retainedSince, readRules, type Retention, type Rule } from './rules.ts';
import { eachTrashContent, writeTrashContent, type TrashContent } from '../trash.ts';
import { noteErasure } from '../../db/erasures.ts';
import { holdNote, readNote, writeNote } from '../../db/notes.ts';
import { parseJson } from '../parse-json.ts';
import { z } from '../zod.ts';

/** Few enough in one transaction that others who write do not wait long. */
const AT_ONCE = 500;

interface EraseOptions {
  retention: Retention;
  timeZone: string;
  yearStartsIn?: number | undefined;
  atOnce?: number;
  now?: number;
}

/** Runs once a day. One copy of the site erases at a time; after a crash, the next one goes on. */
export async function eraseExpired(
  db: Database,
  { retention, timeZone, yearStartsIn, atOnce = AT_ONCE, now = Date.now() }: EraseOptions,
): Promise<void> {
  const day = formatTableDate(now, { timeZone, locale: 'en' });
  let isDone = await isRunDone(db, day);
  while (!isDone) {
    isDone = await db.write(async (tx) => {
      const run = await lockRun(tx, day);
      if (run.isDone) return true;
      const rules = await readRules(tx, retention);
      const since = (days: number) => retainedSince(days, timeZone, now);
      const isOver = !(await eraseSome(tx, rules, since, atOnce, run, now));
      if (isOver) await eraseTheRest(tx, run, rules, since, { retention, timeZone, yearStartsIn, now });
      return isOver;
    });
  }
}

/** What is erased once no response is too old any more. */
async function eraseTheRest(
  tx: Writer,
  run: ErasureRun,
  rules: Rule[],
  since: (days: number) => number,
  { retention, timeZone, yearStartsIn, now }: Omit<EraseOptions, 'atOnce'> & { now: number },
): Promise<void> {
  const inTrash = await eraseExpiredInTrash(tx, rules, since);
  for (const [days, count] of inTrash) await noteErased(tx, run, { kind: 'event', days }, count, now);
  const { membersDays, paymentsDays } = retention ?? {};
  if (membersDays !== undefined) {
    const until = dayPlus(clubDay(timeZone, now), -membersDays);
    const gone = await eraseFormerMembers(tx, until, { timeZone, yearStartsIn });
    if (gone > 0) await noteErased(tx, run, { kind: 'member', days: membersDays }, gone, now);
  }
  if (paymentsDays !== undefined) {
    await keepSumsBefore(tx, since(paymentsDays), now);
    const forgotten = await forgetPayments(tx, since(paymentsDays));
    if (forgotten > 0) await noteErased(tx, run, { kind: 'payment', days: paymentsDays }, forgotten, now);
  }
  await noteErased(tx, { ...run, isDone: true }, undefined, 0, now);
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
    const old = await findOld(tx, rule, since(rule.days), { atOnce, now });
    if (old.length === 0) continue;
    await keepPayments(tx, old);
    await noteErased(tx, run, rule, await eraseResponses(tx, old), now);
    return true;
  }
  return false;
}

/**
 * A sign-up that is going or waiting stays until a day after the event, when it is counted: nobody loses a place by
 * having been early.
 */
async function findOld(
  db: Reader,
  { kind, forms }: Rule,
  since: number,
  { atOnce, now }: { atOnce: number; now: number },
): Promise<ResponseRef[]> {
  let old = db.query
    .selectFrom(responsesTo(kind))
    .select(['form', 'key'])
    .where('created_at', '<', since)
    .where((is) => {
      const coming = is
        .selectFrom('events')
        .select('events.key')
        .whereRef('events.form_id', '=', 'sent.form')
        .where((of) => of.or([of('events.time_start', '>', now - DAY_MS), of('events.time_end', '>', now - DAY_MS)]));
      return is.or([is('state', 'is', null), is('state', '=', 'cancelled'), is.not(is.exists(coming))]);
    });
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
  for await (const { key, content } of eachTrashContent(tx, '%"entries":[{%')) {
    const old = (content.entries ?? []).filter((entry) => isOld(entry, daysOf(entry, content, rules), since));
    if (old.length === 0) continue;
    const entries = content.entries?.filter((entry) => !old.includes(entry)) ?? [];
    const nameless_payments = [...(content.nameless_payments ?? []), ...namelessPayments(old)];
    // If it was restored meanwhile, its responses are found in their table.
    if (!(await writeTrashContent(tx, key, { ...content, entries, nameless_payments }))) continue;
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

interface Erased {
  kind: Rule['kind'] | 'member' | 'payment';
  days: number;
}

const TABLES = { event: 'entries', club: 'submissions', member: 'members', payment: 'payments' } as const;
const TOPICS = { event: 'entry', club: 'entry', member: 'member', payment: 'entry' } as const;
const NOUNS = { event: 'response', club: 'submission', member: 'lapsed membership', payment: 'payment' } as const;

const runSchema = z.object({
  /** The club's day, 'YYYY-MM-dd'. */
  day: z.string(),
  isDone: z.boolean(),
  erased: z.record(z.string(), z.number()),
});

type ErasureRun = z.output<typeof runSchema>;

const NOTE = 'retention';

async function isRunDone(db: Reader, day: string): Promise<boolean> {
  const run = readRun((await readNote(db, NOTE)) ?? '');
  return run?.day === day && run.isDone;
}

/** Locks the run: no other copy of the site gets it until this transaction ends. */
async function lockRun(tx: Writer, day: string): Promise<ErasureRun> {
  const noted = readRun(await holdNote(tx, NOTE));
  // An earlier day's run is over, finished or not: what it left is found again.
  return noted?.day === day ? noted : { day, isDone: false, erased: {} };
}

function readRun(value: string): ErasureRun | undefined {
  return runSchema.safeParse(parseJson(value)).data;
}

async function noteErased(
  tx: Writer,
  run: ErasureRun,
  rule: Erased | undefined,
  count: number,
  now: number,
): Promise<void> {
  if (rule) {
    await noteErasure(tx);
    const table = TABLES[rule.kind];
    const key = `retention-${run.day}-${table}-${rule.days}`;
    const total = (run.erased[key] ?? 0) + count;
    run.erased[key] = total;
    const title = lineOf(rule, total);
    const line = {
      key,
      at: now,
      uid: null,
      who: 'The site itself',
      verb: 'erased',
      topic: TOPICS[rule.kind],
      record_key: '',
    };
    await tx.query
      .insertInto('activity')
      .values({ ...line, title })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ title, at: now }))
      .execute();
  }
  await writeNote(tx, NOTE, JSON.stringify(run));
}

/** '12 responses older than 365 days' */
function lineOf({ kind, days }: Erased, count: number): string {
  return `${counted(count, NOUNS[kind])} older than ${counted(days, 'day')}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
