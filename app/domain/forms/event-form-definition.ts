import { askedFields, type Question } from '../questions/conditions.ts';
import { QUESTIONS } from '../questions/index.ts';
import { LONGEST_LINE } from '../questions/text.ts';
import type { FormDefinition, FormField } from './form-definition.ts';

/** product.md 3 */
export type EventFormField = Question;

export interface EventForm {
  id: string;
  fields: EventFormField[];
  asksPerson?: boolean;
}

export const PERSON_FIELDS: EventFormField[] = [
  { name: 'name', type: 'text', description: 'Name', required: true, options: [] },
  { name: 'email', type: 'text', description: 'Email', required: true, options: [] },
];

/** product.md 5 */
export const REQUIRED = 'Required field';

export function defineEventForm({ id, fields, asksPerson }: EventForm): FormDefinition {
  return {
    kind: 'event',
    id,
    fields: fields.map((field) => defineField(field, asksPerson)),
    asked: (given) => new Set(askedFields(fields, given).map(({ name }) => name)),
  };
}

function defineField(field: EventFormField, asksPerson = false): FormField {
  const { name, type, description, required } = field;
  const rules = {
    missing: required ? REQUIRED : undefined,
    // Every phone at the door loads the list of names, so they must be short.
    ...(asksPerson && PERSON_FIELDS.some((one) => one.name === name) && { longest: LONGEST_LINE }),
  };
  return { name, label: description, read: QUESTIONS[type].reader(field, rules) };
}

export function asksForEmail(field: EventFormField): boolean {
  return QUESTIONS[field.type].asksForEmail?.(field) ?? false;
}
