import { storableValue } from '../plain-text.ts';
import { isContainer, readStored } from '../stored-json.ts';

export type Answer = string | number | boolean;

export type Answers = Record<string, Answer>;

/** `wrong` may be empty: then the field is wrong without a message. */
export type Reading = { answer: Answer } | { wrong: string };

/** undefined where nothing was given. */
export type AnswerReader = (given: unknown) => Reading;

/** In tables, files and mails. */
export function answerText(answer: Answer | null | undefined): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return String(answer ?? '');
}

export const UNREADABLE = 'Cannot be read';

/** Of what cannot be read, the stored text, so that it can be seen and erased. */
export function readAnswers(stored: string): Answers {
  const answers = readStored<Answers | null>(stored, null);
  const isWhole = answers !== null && !Object.values(answers).some(isContainer);
  return isWhole ? answers : { [UNREADABLE]: stored };
}

export function writeAnswers(answers: Answers): string {
  return JSON.stringify(answers, storableValue);
}
