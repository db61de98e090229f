import type { Answer, AnswerReader } from './answer.ts';

/** The settings of a field of an event's form, whatever its type (product.md 3). */
export interface FieldSettings {
  name: string;
  description: string;
  required: boolean;
  options: string[];
  /** The field is asked only after one of these answers. */
  showIf?: ShowIf | undefined;
  /** How many people may choose each option. */
  limits?: Record<string, number> | undefined;
  /** Shows the answer beside the name at the door. */
  atDoor?: boolean | undefined;
}

/** The name of an earlier field, and which of its answers; true for a ticked checkbox. */
export interface ShowIf {
  field: string;
  anyOf: (string | boolean)[];
}

export interface AnswerRules {
  /** The message for a missing answer; undefined if it may be missing. */
  missing?: string | undefined;
  /** Characters. */
  longest?: number;
}

/**
 * The control for answering a field: drawn for visitors in app/routes/events/custom-field.tsx, for officers in
 * admin/events/answers-dialogs.tsx.
 */
export type Control = 'text-field' | 'text-area' | 'radio-group' | 'checkbox-group' | 'checkbox';

/** A type of question: all that the form builder, the form, checking, tables and files need to know about it. */
export interface QuestionType {
  /** As the form builder names it. */
  title: string;
  control: Control;
  /** Officers write the options, at least one. */
  hasOptions: boolean;
  /** People choose one option, so that places in it can be kept, and people can wait for it. */
  isOneChoice?: true;
  /** False if leaving it untouched is an answer too. */
  canBeRequired: boolean;
  /** Answered in one's own words. If the field changes while somebody types, those words are shown again. */
  isWritten: boolean;
  untouched: Answer;
  /** What an answer has chosen; other fields may depend on it. */
  chosen?: (given: unknown) => ShowIf['anyOf'];
  /** `values`: all values under the field's name in the browser's form. */
  fromForm: (values: unknown[]) => unknown;
  reader: (field: FieldSettings, rules: AnswerRules) => AnswerReader;
  /** Whether the answer is an email address, which gets mail and is searched for among personal data. */
  asksForEmail?: (field: FieldSettings) => boolean;
}
