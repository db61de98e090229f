import { plainText } from '../plain-text.ts';

// Line ends, tabs, and direction marks, which can make a text read as something else.
const NO_LINE = /[\s\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;

/** Returns one line, so that a line end in `text` cannot begin another header. */
export function headerText(text: string, most = 150): string {
  return shorten(plainText(text).replace(NO_LINE, ' ').trim(), most);
}

/** Never cuts a character in two, and marks where it cut. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${plainText(text.slice(0, most - 1)).trimEnd()}…`;
}
