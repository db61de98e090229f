import { own } from '../own.ts';
import { isContainer } from '../stored-json.ts';
import { isTexts, type Answers } from './answer.ts';
import { QUESTIONS, type FieldType } from './index.ts';
import type { FieldSettings, ShowIf } from './question-type.ts';

export interface Question extends FieldSettings {
  type: FieldType;
}

/** The fields that are asked of somebody with these answers: pages show them, and the server accepts them. */
export function askedFields<Field extends Question>(
  fields: readonly Field[],
  answers: Readonly<Record<string, unknown>>,
): Field[] {
  const asked = new Map<string, Field>();
  for (const field of fields) if (isAsked(field, asked, answers)) asked.set(field.name, field);
  return [...asked.values()];
}

/** Removes answers to fields that the change hides; answers to fields that were not asked before stay. */
export function withoutHidden(fields: readonly Question[], before: Answers, after: Answers): Answers {
  const asked = new Set(askedFields(fields, after));
  const hidden = new Set(
    askedFields(fields, before)
      .filter((field) => !asked.has(field))
      .map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(after).filter(([name]) => !hidden.has(name)));
}

function isAsked(
  { showIf }: Question,
  before: ReadonlyMap<string, Question>,
  answers: Readonly<Record<string, unknown>>,
): boolean {
  if (!showIf) return true;
  const source = before.get(showIf.field);
  if (!source) return false;
  const chosen = new Set(QUESTIONS[source.type].chosen?.(own(answers, source.name)));
  return showIf.anyOf.some((one) => chosen.has(one));
}

/** Reads a condition as it was stored or sent; undefined if it is not one. */
export function readShowIf(value: unknown): ShowIf | undefined {
  if (!isContainer(value) || !('field' in value) || !('anyOf' in value)) return undefined;
  const { field, anyOf } = value;
  if (typeof field !== 'string' || !Array.isArray(anyOf)) return undefined;
  const answers: unknown[] = anyOf;
  const known = answers.filter((one) => typeof one === 'string' || typeof one === 'boolean');
  return known.length === answers.length ? { field, anyOf: known } : undefined;
}

/** Reads limits as they were stored or sent, with NaN for one that is not a number; undefined if there are none. */
export function readLimits(value: unknown): Record<string, number> | undefined {
  if (!isContainer(value) || Array.isArray(value)) return undefined;
  const limits = Object.entries(value).map(([option, limit]: [string, unknown]): [string, number] => [
    option,
    typeof limit === 'number' ? limit : Number.NaN,
  ]);
  return limits.length === 0 ? undefined : Object.fromEntries(limits);
}

export function optionsIn({ type }: Pick<Question, 'type'>, answer: unknown): string[] {
  const chosen = QUESTIONS[type].hasOptions ? QUESTIONS[type].chosen?.(answer) : [];
  return isTexts(chosen) ? chosen : [];
}
