import { storableValue } from '../plain-text.ts';
import { isContainer, readStored } from '../stored-json.ts';

/** A list holds the options that were chosen. */
export type Answer = string | number | boolean | string[];

export type Answers = Record<string, Answer>;

/** `wrong` may be empty: then the field is wrong without a message. */
type Reading = { answer: Answer } | { wrong: string };

/** `given` is undefined if nothing was sent. */
export type AnswerReader = (given: unknown) => Reading;

/** An answer as tables, files and mails show it. */
export function answerText(answer: Answer | null | undefined): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (Array.isArray(answer)) return answer.join('; ');
  return String(answer ?? '');
}

export const UNREADABLE = 'Cannot be read';

/** Returns unreadable answers as the stored text, so that officers can see and erase them. */
export function readAnswers(stored: string): Answers {
  const answers = readStored<Answers | null>(stored, null);
  const isWhole = answers !== null && Object.values(answers).every((answer) => !isContainer(answer) || isTexts(answer));
  return isWhole ? answers : { [UNREADABLE]: stored };
}

export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function writeAnswers(answers: Answers): string {
  return JSON.stringify(answers, storableValue);
}
