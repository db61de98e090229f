import type { SoughtAddress } from './address.ts';
import { parseJson } from '../parse-json.ts';

/** How deep JSON inside JSON strings is parsed; anything deeper is searched as it is written. */
const DEEPEST = 8;

export function mentions(value: unknown, sought: SoughtAddress): boolean {
  return isInText(asText(value), sought, DEEPEST);
}

export function withoutAddress(text: string, sought: SoughtAddress): string {
  return textWithout(text, sought, DEEPEST);
}

// Scans the text instead of walking the value, because lists may be nested very deep. Each string is parsed, because an
// escape would hide where a word begins.
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

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && parseJson(text) !== undefined;
}
