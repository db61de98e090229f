/** An answer in words, wherever it is read: on a screen, in a file, in a mail. Nothing said is an empty text. */
export function answerText(answer: string | number | boolean | null | undefined): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return String(answer ?? '');
}
