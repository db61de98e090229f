import type { ClubConfig } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { startOfDay } from '../../time/club-time.ts';
import { findResponsesDays } from '../forms/event-form.ts';
import type { FormRef } from '../forms/form-definition.ts';

export type Retention = ClubConfig['retention'];

export interface Rule {
  kind: FormRef['kind'];
  days: number;
  forms: { only: string[] } | { allBut: string[] };
}

/** null: they are kept for ever. */
export async function findRetentionDays(db: Reader, retention: Retention, formId: string): Promise<number | null> {
  return (await findResponsesDays(db, formId)) ?? retention?.responsesDays ?? null;
}

/** A response that came on a Monday and is kept for one day is there all Tuesday, and gone on Wednesday. */
export function retainedSince(days: number, timeZone: string, now: number): number {
  return startOfDay(now, -days, timeZone);
}

export async function readRules(db: Reader, retention: Retention): Promise<Rule[]> {
  const rows = await db.query
    .selectFrom('forms')
    .select(['id', 'responses_days'])
    .where('responses_days', 'is not', null)
    .execute();
  const eventForms = rows.map(({ id, responses_days: days }) => ({ id, days: days ?? 0 }));
  const clubForms = Object.entries(retention?.forms ?? {}).flatMap(([id, days]) =>
    days === undefined ? [] : [{ id, days }],
  );
  return [
    ...rulesOf('event', eventForms, retention?.responsesDays),
    ...rulesOf('club', clubForms, retention?.submissionsDays),
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
