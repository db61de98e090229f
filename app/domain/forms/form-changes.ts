import { QUESTIONS } from '../questions/index.ts';
import type { EventFormField } from './event-form.ts';

/** A sentence each. What was `typed` in a field that is not asked any more is repeated, so that it is not lost. */
export function formChanges(
  before: EventFormField[],
  after: EventFormField[],
  typed: Record<string, unknown> = {},
): string[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const current = new Map(after.map((field) => [field.name, field]));
  const lost = ({ name, type }: EventFormField) => {
    const text = Object.hasOwn(typed, name) ? typed[name] : '';
    const isAskedElse = current.get(name)?.type !== type;
    const isLost = QUESTIONS[type].isWritten && isAskedElse && typeof text === 'string' && text !== '';
    return isLost ? ` (you had written: ${text})` : '';
  };
  return [
    ...before.filter(({ name }) => !current.has(name)).map((field) => `No longer asked: ${label(field)}${lost(field)}`),
    ...after.flatMap((field) => {
      const known = old.get(field.name);
      return known ? fieldChanges(known, field, lost(known)) : [`New: ${label(field)}`];
    }),
  ];
}

function fieldChanges(before: EventFormField, after: EventFormField, lost: string): string[] {
  const changes: string[] = [];
  if (before.description !== after.description) changes.push(`${label(before)} now reads ${label(after)}`);
  if (before.type !== after.type) changes.push(`${label(after)} is answered in another way${lost}`);
  else if (before.options.join('\n') !== after.options.join('\n')) changes.push(`${label(after)} has other options`);
  if (before.required !== after.required) {
    changes.push(`${label(after)} is ${after.required ? 'now' : 'no longer'} required`);
  }
  return changes;
}

function label({ description }: EventFormField): string {
  return `“${description}”`;
}
