/**
 * Word processors and slides put a vertical tab between lines and a form feed between pages. Browsers show neither, which would
 * join the words around them. So each becomes a new line in a text of several lines, and a space elsewhere.
 */
export function spaced(text: string): string {
  return text.replace(/[\v\f]/g, text.includes('\n') ? '\n' : ' ');
}
