import type { Answer } from './fields/field-type.ts';
import { FIELD_TYPES } from './fields/registry.ts';
import type { FormField } from './event-form.ts';

export interface CheckedAnswers {
  /** One answer for every field of the form, as it is stored. */
  answers: Record<string, Answer>;
  /** What is wrong, per field; empty when the answers can be taken. */
  wrong: Record<string, string>;
}

/**
 * Checks what was sent for a form, field by field by its type (product.md 5); the browser and the server ask the same.
 * An answer to a field that the form does not have is wrong too.
 */
export function checkAnswers(fields: FormField[], given: Record<string, unknown>): CheckedAnswers {
  const answers: [string, Answer][] = [];
  const wrong: [string, string][] = [];
  for (const field of fields) {
    const { name, type } = field;
    const read = FIELD_TYPES[type].read(Object.hasOwn(given, name) ? given[name] : undefined, field);
    if ('wrong' in read) wrong.push([name, read.wrong]);
    else answers.push([name, read.answer]);
  }
  const known = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!known.has(name)) wrong.push([name, 'The form does not ask this']);
  return { answers: Object.fromEntries(answers), wrong: Object.fromEntries(wrong) };
}
