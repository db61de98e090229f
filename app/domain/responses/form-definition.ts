/** An answer as it is stored: a text, a number or, for a checkbox, a boolean. */
export type Answer = string | number | boolean;

/** By field name. */
export type Answers = Record<string, Answer>;

/** What a field makes of what was sent for it. `wrong` may be empty: then the field is wrong without a message. */
export type Reading = { answer: Answer } | { wrong: string };

export interface FormField<Name extends string = string> {
  name: Name;
  label: string;
  /** What was not sent is undefined. */
  read: (given: unknown) => Reading;
}

/** A form that visitors answer: an event's own or one of the club's, with its fields in their order. */
export interface FormDefinition<Name extends string = string> {
  kind: 'event' | 'club';
  id: string;
  fields: FormField<Name>[];
}

export type FormRef = Pick<FormDefinition, 'kind' | 'id'>;

export interface CheckedAnswers {
  /** One answer for every field of the form, as it is stored. */
  answers: Answers;
  /** What is wrong, per field; empty when the answers can be taken. */
  wrong: Record<string, string>;
}

/**
 * Checks what was sent for a form, field by field (product.md 5); the browser and the server ask the same. An answer to
 * a field that the form does not have is wrong too.
 */
export function checkAnswers(
  { fields }: Pick<FormDefinition, 'fields'>,
  given: Record<string, unknown>,
): CheckedAnswers {
  const answers: [string, Answer][] = [];
  const wrong: [string, string][] = [];
  for (const { name, read } of fields) {
    const reading = read(Object.hasOwn(given, name) ? given[name] : undefined);
    if ('wrong' in reading) wrong.push([name, reading.wrong]);
    else answers.push([name, reading.answer]);
  }
  const known = new Set<string>(fields.map(({ name }) => name));
  for (const name of Object.keys(given)) if (!known.has(name)) wrong.push([name, 'The form does not ask this']);
  return { answers: Object.fromEntries(answers), wrong: Object.fromEntries(wrong) };
}

export function answerText(answer: Answer | null | undefined): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return String(answer ?? '');
}
