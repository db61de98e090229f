import type { SoughtAddress } from './address.ts';

/** A text of JSON may hold another one; what lies deeper than this is looked at as it is written. */
const DEEPEST = 8;
/** A string of JSON, its marks included. */
const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** True where a text anywhere in `value`, a row or part of one, holds the address: text that is JSON is looked into. */
export function mentions(value: unknown, sought: SoughtAddress): boolean {
  return isInText(asText(value), sought, DEEPEST);
}

/** A text without the address: in JSON, in its strings. */
export function withoutAddress(text: string, sought: SoughtAddress): string {
  return textWithout(text, sought, DEEPEST);
}

/*
 * JSON is looked at string by string, as it is written: lists may lie in lists as deep as somebody likes. In a string an
 * escape such as \n would hide where a word begins.
 */
function isInText(text: string, sought: SoughtAddress, levels: number): boolean {
  if (levels === 0 || !isJson(text)) return sought.isIn(text);
  return (text.match(STRINGS) ?? []).some((string) => isInText(textOf(string), sought, levels - 1));
}

function textWithout(text: string, sought: SoughtAddress, levels: number): string {
  if (levels === 0 || !isJson(text)) return sought.without(text);
  return text.replaceAll(STRINGS, (string) => {
    const inner = textOf(string);
    const left = textWithout(inner, sought, levels - 1);
    return left === inner ? string : JSON.stringify(left);
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function textOf(string: string): string {
  return String(JSON.parse(string));
}

/** True for a list or an object. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
