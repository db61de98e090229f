import { isEmail } from '../email-address.ts';
import type { Reading, TargetField, Words } from './form-definition.ts';

/** Characters of a line, and of a text of several lines. */
const LONGEST_LINE = 500;
const LONGEST_TEXT = 10_000;

type Label = string | ((words: Words) => string);
type Message = string | ((words: Words) => string);

function said(text: Label | Message, words: Words): string {
  return typeof text === 'string' ? text : text(words);
}

function field(label: Label, read: TargetField['read']): TargetField {
  return { label: (words) => said(label, words), read };
}

function atMost(longest: number, text: string): Reading {
  if (text.length > longest) return { wrong: `Please use at most ${longest.toLocaleString('en')} characters` };
  return { value: text };
}

/** A line that must be filled: `missing` is said where it is not. */
export function requiredLine(label: Label, missing: Message): TargetField {
  return field(label, (text, words) => (text ? atMost(LONGEST_LINE, text) : { wrong: said(missing, words) }));
}

/** A line that may stay empty. */
export function line(label: Label): TargetField {
  return field(label, (text) => atMost(LONGEST_LINE, text));
}

/** A text of several lines that may stay empty. */
export function longText(label: Label): TargetField {
  return field(label, (text) => atMost(LONGEST_TEXT, text));
}

/** An e-mail address; `invalid` is said of anything else, and of none where one is required. */
export function email(label: Label, invalid: string, { required }: { required: boolean }): TargetField {
  return field(label, (text) => {
    if (text ? !isEmail(text) : required) return { wrong: invalid };
    return atMost(LONGEST_LINE, text);
  });
}

/** One of `options`. */
export function choice(label: Label, options: readonly string[]): TargetField {
  return field(label, (text) =>
    options.includes(text) ? { value: text } : { wrong: 'Please choose one of the options' },
  );
}

/** A number from `min` to `max`; none is `min`. No message is specified for a wrong one (product.md 5). */
export function number(label: Label, { min, max }: { min: number; max: number }): TargetField {
  return field(label, (text) => {
    const value = text === '' ? min : Number(text);
    return value >= min && value <= max ? { value } : { wrong: '' };
  });
}
