import { plainText } from '../plain-text.ts';

// Line ends, tabs, and marks that turn the direction of writing, and so what a reader takes it for.
const NO_LINE = /[\s\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;

/** One line, so that a line end in `text` begins no header. */
export function headerText(text: string, most = 150): string {
  return shorten(plainText(text).replace(NO_LINE, ' ').trim(), most);
}

/** Never cuts through a character, and marks where it cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${plainText(text.slice(0, most - 1)).trimEnd()}…`;
}
