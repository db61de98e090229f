import { plainText } from '../plain-text.ts';
import { splitAtAddresses } from '../text-addresses.ts';

/** Bold, links, code, mentions, timestamps and names of emoji. */
const MARKS = /[\\*_~`|[\]<]|:(?=[\w+-]+:)/g;
/** Headings, quotes and lists, which begin a line. */
const LINE_MARKS = /^(\s*\d*)([#>.+-])(?=[#>]*\s)/gm;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What people typed, as the text that it is: none of it is formatting, but an address stays one that can be followed. */
export function escapeText(text: string): string {
  const lines = plainText(text).trim().replace(LINE_MARKS, '$1\u0000$2');
  return splitAtAddresses(lines)
    .map((part, at) => (at % 2 === 1 ? unmasked(part) : part.replace(MARKS, '\\$&')))
    .join('')
    .replaceAll('\u0000', '\\');
}

/** An address with brackets in it could be words that lead elsewhere. */
function unmasked(address: string): string {
  return address.replace(/[[\]]/g, encodeURIComponent);
}

/** The same in one line. */
export function escapeLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '));
}

/** To so many UTF-16 units, never through a character, and marked where it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let shortened = '';
  for (const { segment } of segmenter.segment(text)) {
    if (shortened.length + segment.length >= most) break;
    shortened += segment;
  }
  // A mark that stands before what it was put before is gone would escape the dots.
  return `${shortened.replace(/(?<!\\)((?:\\\\)*)\\$/, '$1').trimEnd()}…`;
}
