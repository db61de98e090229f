import { withUsualSpaces } from '../html/usual-spaces.ts';

const UNPRINTABLE = /[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Leaves no zero character and no half of a character, so that both databases can store the text, and an import takes
 * what an export gave.
 */
export function storable(text: string): string {
  return withUsualSpaces(text).replaceAll('\0', '').toWellFormed();
}

/** Makes all texts storable while JSON is read or written. */
export function storableValue(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? storable(value) : value;
}

/** Leaves out what XML 1.0 and calendar files may not contain. */
export function plainText(text: string): string {
  return withUsualSpaces(text).replace(UNPRINTABLE, '');
}
