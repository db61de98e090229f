/**
 * Word processors and slides put a vertical tab between lines and a form feed between pages. A browser shows nothing of them,
 * so that the words around them would stand together: each becomes a line in a text of several lines, elsewhere a space.
 */
export function spaced(text: string): string {
  return text.replace(/[\v\f]/g, text.includes('\n') ? '\n' : ' ');
}
