// Whatever XML 1.0 or a calendar cannot carry: control characters but tab and line ends, halves of a surrogate pair,
// and the two code points that are no characters.
const UNPRINTABLE = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** `text` without the characters that XML and calendar files may not contain. */
export function plainText(text: string): string {
  return text.replace(UNPRINTABLE, '');
}
