import { plainText } from '../plain-text.ts';
import { splitAtAddresses } from '../text-addresses.ts';

/** Marks of bold text, links, code, mentions, timestamps and emoji. */
const MARKS = /[\\*_~`|[\]<]|:(?=[\w+-]+:)/g;
/** Marks of headings, quotes and lists, which begin a line. */
const LINE_MARKS = /^(\s*\d*)([#>.+-])(?=[#>]*\s)/gm;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Escapes what people typed so that none of it is read as formatting; an address stays a link. */
export function escapeText(text: string): string {
  const lines = plainText(text).trim().replace(LINE_MARKS, '$1\u0000$2');
  return splitAtAddresses(lines)
    .map((part, at) => (at % 2 === 1 ? withoutBrackets(part) : part.replace(MARKS, '\\$&')))
    .join('')
    .replaceAll('\u0000', '\\');
}

/** Discord would draw [words](address) as the words alone, which could hide where they lead. */
function withoutBrackets(address: string): string {
  return address.replace(/[[\]]/g, encodeURIComponent);
}

/** Like escapeText, but in one line. */
export function escapeLine(text: string): string {
  return escapeText(text.replace(/\s+/g, ' '));
}

/** Shortens a text to `most` UTF-16 units, never in the middle of a character, and marks where it was cut. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let shortened = '';
  for (const { segment } of segmenter.segment(text)) {
    if (shortened.length + segment.length >= most) break;
    shortened += segment;
  }
  // A backslash at the end, whose mark was cut off, would escape the dots.
  return `${shortened.replace(/(?<!\\)((?:\\\\)*)\\$/, '$1').trimEnd()}…`;
}
