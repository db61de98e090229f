const UNPRINTABLE = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Leaves out what XML 1.0 and calendar files may not contain. */
export function plainText(text: string): string {
  return text.replace(UNPRINTABLE, '');
}
