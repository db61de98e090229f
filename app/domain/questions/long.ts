import type { QuestionType } from './question-type.ts';
import { textReader } from './text.ts';

export const long: QuestionType = {
  title: 'Long text',
  control: 'text-area',
  hasOptions: false,
  canBeRequired: true,
  isWritten: true,
  untouched: '',
  fromForm: ([typed = '']) => typed,
  reader:
    (_field, { missing }) =>
    (given) =>
      textReader({ missing })(typeof given === 'string' ? given.replaceAll('\r\n', '\n') : given),
};
