/** An answer as people read it, on screens and in files. */
export function answerText(answer: string | number | boolean | null | undefined): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  return String(answer ?? '');
}
