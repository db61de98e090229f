import { isEmail } from '../email-address.ts';

export type Answer = string | number | boolean;

export type Answers = Record<string, Answer>;

/** `wrong` may be empty: then the field is wrong without a message. */
export type Reading = { answer: Answer } | { wrong: string };

export interface FormField<Name extends string = string> {
  name: Name;
  label: string;
  read: (given: unknown) => Reading;
}

export interface FormDefinition<Name extends string = string> {
  kind: 'event' | 'club';
  id: string;
  fields: FormField<Name>[];
}

export type FormRef = Pick<FormDefinition, 'kind' | 'id'>;

export interface CheckedAnswers {
  answers: Answers;
  wrong: Record<string, string>;
}

/** product.md 5 */
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

/** Characters; enough for an essay, too little to fill a disk. */
const LONGEST_TEXT = 10_000;
export const LONGEST_LINE = 500;

interface TextRules {
  missing?: string | undefined;
  notEmail?: string | undefined;
  longest?: number;
}

export function textField<Name extends string>(
  name: Name,
  label: string,
  { missing, notEmail, longest = LONGEST_TEXT }: TextRules = {},
): FormField<Name> {
  const read: FormField['read'] = (given = '') => {
    if (typeof given !== 'string') return { wrong: 'Please enter a text' };
    const answer = given.trim();
    if (!answer) return missing === undefined ? { answer } : { wrong: missing };
    if (answer.length > longest) return { wrong: `Please use at most ${longest.toLocaleString('en')} characters` };
    return notEmail !== undefined && !isEmail(answer) ? { wrong: notEmail } : { answer };
  };
  return { name, label, read };
}

export function choiceField<Name extends string>(
  name: Name,
  label: string,
  options: readonly string[],
  missing?: string,
): FormField<Name> {
  const read: FormField['read'] = (given = '') => {
    if (given === '') return missing === undefined ? { answer: '' } : { wrong: missing };
    if (typeof given !== 'string' || !options.includes(given)) return { wrong: 'Please choose one of the options' };
    return { answer: given };
  };
  return { name, label, read };
}

/** Not ticking is an answer too, so a checkbox is never required (product.md 3). */
export function checkboxField<Name extends string>(name: Name, label: string): FormField<Name> {
  const read: FormField['read'] = (given = false) =>
    typeof given === 'boolean' ? { answer: given } : { wrong: 'Please tick this or leave it' };
  return { name, label, read };
}

/** None is `min`. No message is specified for a wrong one (product.md 5). */
export function numberField<Name extends string>(
  name: Name,
  label: string,
  { min, max }: { min: number; max: number },
): FormField<Name> {
  const read: FormField['read'] = (given = '') => {
    const text = typeof given === 'string' ? given.trim() : 'none';
    const answer = text === '' ? min : Number(text);
    return answer >= min && answer <= max ? { answer } : { wrong: '' };
  };
  return { name, label, read };
}
