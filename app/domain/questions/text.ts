import { readEmail } from '../email-input.ts';
import type { AnswerReader } from './answer.ts';
import type { AnswerRules, FieldSettings, QuestionType } from './question-type.ts';

/** Characters; enough for an essay, too little to fill a disk. */
const LONGEST_TEXT = 10_000;
export const LONGEST_LINE = 500;

export const text: QuestionType = {
  title: 'Text',
  control: 'text-field',
  hasOptions: false,
  canBeRequired: true,
  isWritten: true,
  untouched: '',
  fromForm: ([typed = '']) => typed,
  reader: (field, rules) =>
    textReader({ ...rules, notEmail: asksForEmail(field) ? 'Please enter a valid email' : undefined }),
  asksForEmail,
};

export function textReader({
  missing,
  notEmail,
  longest = LONGEST_TEXT,
}: AnswerRules & { notEmail?: string | undefined } = {}): AnswerReader {
  return (given = '') => {
    if (typeof given !== 'string') return { wrong: 'Please enter a text' };
    const answer = given.trim();
    if (!answer) return missing === undefined ? { answer } : { wrong: missing };
    if (answer.length > longest) return { wrong: `Please use at most ${longest.toLocaleString('en')} characters` };
    if (notEmail === undefined) return { answer };
    const read = readEmail(answer, notEmail);
    return 'wrong' in read ? read : { answer: read.address };
  };
}

const EMAIL = /e-?mail/i;
/** 'May we email you?', 'E-mail or phone': these may be answered with something other than an address. */
const ANYTHING = /^(are|can|could|did|do|does|has|have|is|may|shall|should|will|would)\b|\b(or|phone)\b/i;

function asksForEmail({ name, description }: FieldSettings): boolean {
  return EMAIL.test(`${description} ${name}`) && !ANYTHING.test(description.trim());
}
