import { isEmail } from '../email-address.ts';
import type { FormField } from './form-definition.ts';

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
