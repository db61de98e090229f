import type { ClubConfig } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { startOfDay } from '../../time/club-time.ts';
import { findResponsesDays } from '../responses/event-form.ts';
import type { FormRef } from '../responses/form-definition.ts';

/** What the club's configuration says of how long answers are kept; undefined: for ever. */
export type Retention = ClubConfig['retention'];

/** One rule: what came to these forms is erased after so many days. */
export interface Rule {
  kind: FormRef['kind'];
  days: number;
  /** The forms it is about, or all but these. */
  forms: { only: string[] } | { allBut: string[] };
}

/** For how many days responses to an event's form are kept: its own days or else the club's; null: for ever. */
export async function findKeptDays(db: Reader, retention: Retention, formId: string): Promise<number | null> {
  return (await findResponsesDays(db, formId)) ?? retention?.responsesDays ?? null;
}

/**
 * The moment before which answers have been kept for `days` whole days, each day from midnight to midnight at the club:
 * what came on a Monday and is kept for one day is there all Tuesday, and gone on Wednesday.
 */
export function keptSince(days: number, timeZone: string, now: number): number {
  return startOfDay(now, -days, timeZone);
}

/** Every rule there is now: the forms' own days, and the club's for the rest. */
export async function readRules(db: Reader, retention: Retention): Promise<Rule[]> {
  const rows = await db.query
    .selectFrom('forms')
    .select(['id', 'responses_days'])
    .where('responses_days', 'is not', null)
    .execute();
  const ofForms = rows.map(({ id, responses_days: days }) => ({ id, days: days ?? 0 }));
  const ofReceiver = Object.entries(retention?.forms ?? {}).flatMap(([id, days]) =>
    days === undefined ? [] : [{ id, days }],
  );
  return [
    ...rulesOf('event', ofForms, retention?.responsesDays),
    ...rulesOf('club', ofReceiver, retention?.submissionsDays),
  ];
}

function rulesOf(kind: Rule['kind'], own: { id: string; days: number }[], rest: number | undefined): Rule[] {
  const all = new Set(own.map(({ days }) => days));
  const rules: Rule[] = [...all].map((days) => ({
    kind,
    days,
    forms: { only: own.filter((one) => one.days === days).map(({ id }) => id) },
  }));
  if (rest !== undefined) rules.push({ kind, days: rest, forms: { allBut: own.map(({ id }) => id) } });
  return rules;
}
