/**
 * Word processors and slides put a vertical tab between lines and a form feed between pages. Browsers show neither, so the words
 * around it would run together. Each becomes a new line in a text of several lines, and a space elsewhere.
 */
export function withUsualSpaces(text: string): string {
  return text.replace(/[\v\f]/g, text.includes('\n') ? '\n' : ' ');
}
