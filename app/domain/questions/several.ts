import { isTexts } from './answer.ts';
import type { QuestionType } from './question-type.ts';

export const several: QuestionType = {
  title: 'Several',
  control: 'checkbox-group',
  hasOptions: true,
  canBeRequired: true,
  isWritten: false,
  untouched: [],
  chosen: (given) => (isTexts(given) ? given : []),
  fromForm: (values) => values,
  reader:
    ({ options }, { missing }) =>
    (given = []) => {
      if (!Array.isArray(given)) return { wrong: 'Please choose from the options' };
      const chosen = new Set<unknown>(given);
      // Each chosen option once, in the form's order, however they were sent.
      const answer = [...new Set(options)].filter((option) => chosen.has(option));
      if (answer.length < chosen.size) return { wrong: 'Please choose from the options' };
      return answer.length === 0 && missing !== undefined ? { wrong: missing } : { answer };
    },
};
