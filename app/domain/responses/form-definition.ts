import type { FormName } from '../../config/club.ts';

/** What the texts of a form need of the club's configuration. */
export interface Words {
  /** The word before 'Student ID'. */
  institution: string;
}

/** A value as it is stored. */
export type Value = string | number;

/** What a field makes of the text sent for it. `wrong` may be empty: then the field is wrong without a message. */
export type Reading = { value: Value } | { wrong: string };

export interface TargetField {
  label: (words: Words) => string;
  read: (text: string, words: Words) => Reading;
}

/** One of the five forms of the configuration (product.md 3): its fields in their order, and the rules of each. */
export interface Target<Field extends string = string> {
  name: FormName;
  title: string;
  fields: Record<Field, TargetField>;
}

export interface CheckedSubmission {
  values: Record<string, Value>;
  /** What is wrong, per field; empty when the submission can be taken. */
  wrong: Record<string, string>;
}

/** Checks the texts sent to a form by its rules (product.md 5); the browser and the server ask the same. */
export function checkSubmission(target: Target, sent: Record<string, string>, words: Words): CheckedSubmission {
  const checked: CheckedSubmission = { values: {}, wrong: {} };
  for (const [name, field] of Object.entries(target.fields)) {
    const read = field.read((sent[name] ?? '').trim(), words);
    if ('wrong' in read) checked.wrong[name] = read.wrong;
    else checked.values[name] = read.value;
  }
  return checked;
}
