import type { SoughtAddress } from './address.ts';

/** A text of JSON may hold another one; what lies deeper than this is looked at as it is written. */
const DEEPEST = 8;

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
  for (const [start, end] of stringsIn(text)) {
    if (isInText(textOf(text.slice(start, end)), sought, levels - 1)) return true;
  }
  return false;
}

function textWithout(text: string, sought: SoughtAddress, levels: number): string {
  if (levels === 0 || !isJson(text)) return sought.without(text);
  const left: string[] = [];
  let from = 0;
  for (const [start, end] of stringsIn(text)) {
    const inner = textOf(text.slice(start, end));
    const without = textWithout(inner, sought, levels - 1);
    if (without === inner) continue;
    left.push(text.slice(from, start), JSON.stringify(without));
    from = end;
  }
  return left.join('') + text.slice(from);
}

/** Where the strings of JSON begin and end, their marks included: in one pass, however long one is. */
function* stringsIn(json: string): Generator<[start: number, end: number]> {
  for (let start = json.indexOf('"'); start >= 0;) {
    let end = start + 1;
    while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
    yield [start, end + 1];
    start = json.indexOf('"', end + 1);
  }
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
