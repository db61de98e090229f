import { own } from '../own.ts';
import { answerText } from '../questions/answer.ts';
import { askedFields } from '../questions/conditions.ts';
import { QUESTIONS } from '../questions/index.ts';
import type { EventFormField } from './event-form-definition.ts';

/**
 * Says each change in a sentence. What was `typed` in a field that is no longer asked is repeated, so that it is not
 * lost.
 */
export function formChanges(
  before: EventFormField[],
  after: EventFormField[],
  typed: Readonly<Record<string, unknown>> = {},
): string[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const left = new Set(after.map(({ name }) => name));
  const asked = new Map(askedFields(after, typed).map((field) => [field.name, field]));
  const hidden = new Set(askedFields(before, typed).filter(({ name }) => left.has(name) && !asked.has(name)));
  const lost = ({ name, type }: EventFormField) => {
    const text = own(typed, name) ?? '';
    const isAskedElse = asked.get(name)?.type !== type;
    const isLost = QUESTIONS[type].isWritten && isAskedElse && typeof text === 'string' && text !== '';
    return isLost ? ` (you had written: ${text})` : '';
  };
  return [
    ...before.filter(({ name }) => !left.has(name)).map((field) => `No longer asked: ${label(field)}${lost(field)}`),
    ...after.flatMap((field) => {
      const known = old.get(field.name);
      if (!known) return [`New: ${label(field)}${field.showIf ? `, ${whenAsked(field, after)}` : ''}`];
      const written = lost(known);
      const changes = [...fieldChanges(known, field, written), ...limitChanges(known, field)];
      const isAskedOtherwise = JSON.stringify(known.showIf) !== JSON.stringify(field.showIf);
      if (isAskedOtherwise) changes.push(`${label(field)} is now ${whenAsked(field, after)}${written}`);
      else if (hidden.has(known)) changes.push(`No longer asked: ${label(field)}${written}`);
      return changes;
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

/** Options that are gone need no sentence about their limits. */
function limitChanges({ limits: old = {} }: EventFormField, after: EventFormField): string[] {
  return after.options.flatMap((option) => {
    const limit = own(after.limits ?? {}, option);
    if (limit === own(old, option)) return [];
    const people =
      limit === undefined ? 'everybody' : limit === 1 ? '1 person' : `${limit.toLocaleString('en')} people`;
    return [`“${option}” of ${label(after)} can now be chosen by ${people}`];
  });
}

/** 'only asked if “Laptop?” is “Yes”' */
function whenAsked({ showIf }: EventFormField, fields: EventFormField[]): string {
  const source = fields.find(({ name }) => name === showIf?.field);
  if (!showIf || !source) return 'always asked';
  return `only asked if ${label(source)} is ${showIf.anyOf.map((one) => `“${answerText(one)}”`).join(' or ')}`;
}

function label({ description }: EventFormField): string {
  return `“${description}”`;
}
