import { plainText } from '../plain-text.ts';

// Line and paragraph ends, tabs, and the marks that turn the direction of writing and so what a reader takes it for.
const NO_LINE = /[\s\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;

/** `text` as one line of at most `most` characters, fit for a subject or a name: a line end in it begins no header. */
export function headerText(text: string, most = 150): string {
  return shorten(plainText(text).replace(NO_LINE, ' ').trim(), most);
}

/** `text` cut to at most `most` characters, never through one, with a mark where it was cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${plainText(text.slice(0, most - 1)).trimEnd()}…`;
}
