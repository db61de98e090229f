import type { AnswerReader } from './answer.ts';
import type { QuestionType } from './question-type.ts';

export const radio: QuestionType = {
  title: 'Radio',
  control: 'radio-group',
  hasOptions: true,
  isOneChoice: true,
  canBeRequired: true,
  isWritten: false,
  untouched: '',
  chosen: (given) => (typeof given === 'string' ? [given] : []),
  fromForm: ([chosen = '']) => chosen,
  reader: ({ options }, { missing }) => choiceReader(options, missing),
};

export function choiceReader(options: readonly string[], missing?: string): AnswerReader {
  return (given = '') => {
    if (given === '') return missing === undefined ? { answer: '' } : { wrong: missing };
    if (typeof given !== 'string' || !options.includes(given)) return { wrong: 'Please choose one of the options' };
    return { answer: given };
  };
}
