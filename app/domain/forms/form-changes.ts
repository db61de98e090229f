import type { FormField } from './form.ts';

/** What is different between two states of a form, for someone who has begun to fill the first: a sentence each. */
export function formChanges(before: FormField[], after: FormField[]): string[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const current = new Set(after.map(({ name }) => name));
  const gone = before.filter(({ name }) => !current.has(name));
  return [
    ...gone.map(({ description }) => `No longer asked: ${quoted(description)}`),
    ...after.flatMap((field) => {
      const known = old.get(field.name);
      if (!known) return [`New: ${quoted(field.description)}`];
      return fieldChanges(known, field);
    }),
  ];
}

function fieldChanges(before: FormField, after: FormField): string[] {
  const label = quoted(after.description);
  const changes: string[] = [];
  if (before.description !== after.description) changes.push(`${quoted(before.description)} now reads ${label}`);
  if (before.type !== after.type) changes.push(`${label} is answered in another way`);
  else if (before.options.join('\n') !== after.options.join('\n')) changes.push(`${label} has other options`);
  if (before.required !== after.required) changes.push(`${label} is ${after.required ? 'now' : 'no longer'} required`);
  return changes;
}

function quoted(description: string): string {
  return `“${description}”`;
}
