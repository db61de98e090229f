import { own } from '../own.ts';
import type { Answer, AnswerReader, Answers } from '../questions/answer.ts';

export interface FormField<Name extends string = string> {
  name: Name;
  label: string;
  read: AnswerReader;
}

export interface FormDefinition<Name extends string = string> {
  kind: 'event' | 'club';
  id: string;
  fields: FormField<Name>[];
  /** The names of the fields that somebody with these answers is asked; left out if everybody is asked everything. */
  asked?: (answers: Record<string, unknown>) => ReadonlySet<string>;
}

export type FormRef = Pick<FormDefinition, 'kind' | 'id'>;

interface CheckedAnswers {
  answers: Answers;
  wrong: Record<string, string>;
}

/** product.md 5. Answers to what was not asked are dropped unread. */
export function checkAnswers(
  { fields, asked }: Pick<FormDefinition, 'fields' | 'asked'>,
  input: Record<string, unknown>,
): CheckedAnswers {
  const answers: [string, Answer][] = [];
  const wrong: [string, string][] = [];
  const isAsked = asked?.(input);
  for (const { name, read } of fields) {
    if (isAsked && !isAsked.has(name)) continue;
    const reading = read(own(input, name));
    if ('wrong' in reading) wrong.push([name, reading.wrong]);
    else answers.push([name, reading.answer]);
  }
  const known = new Set<string>(fields.map(({ name }) => name));
  for (const name of Object.keys(input)) if (!known.has(name)) wrong.push([name, 'The form does not ask this']);
  return { answers: Object.fromEntries(answers), wrong: Object.fromEntries(wrong) };
}
