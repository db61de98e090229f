import type { QuestionType } from './question-type.ts';

/** product.md 3 */
export const checkbox: QuestionType = {
  title: 'Checkbox',
  control: 'checkbox',
  hasOptions: false,
  canBeRequired: false,
  isWritten: false,
  untouched: false,
  chosen: (given) => [given === true],
  fromForm: (values) => values.length > 0,
  reader:
    () =>
    (given = false) =>
      typeof given === 'boolean' ? { answer: given } : { wrong: 'Please tick this or leave it' },
};
