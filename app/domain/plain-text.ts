import { spaced } from '../html/spaced.ts';

const UNPRINTABLE = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** No zero character, no half of a character: both databases store it, an export gives it back and an import takes it. */
export function storable(text: string): string {
  return spaced(text).replaceAll('\0', '').toWellFormed();
}

/** For all texts of what is read from JSON or written to it. */
export function storableValue(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** Leaves out what XML 1.0 and calendar files may not contain. */
export function plainText(text: string): string {
  return spaced(text).replace(UNPRINTABLE, '');
}
