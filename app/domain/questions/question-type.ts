import type { Answer, AnswerReader } from './answer.ts';

/** What a field of an event's form says, whatever its type (product.md 3). */
export interface FieldSettings {
  name: string;
  description: string;
  required: boolean;
  options: string[];
  /** It is asked only after one of these answers. */
  showIf?: ShowIf | undefined;
  /** By option, how many may choose it. */
  limits?: Record<string, number> | undefined;
  /** The answer stands beside the name there. */
  atDoor?: boolean | undefined;
}

/** The name of an earlier field, and which of its answers; true for a box that is ticked. */
export interface ShowIf {
  field: string;
  anyOf: (string | boolean)[];
}

export interface AnswerRules {
  /** The message where nothing was answered; undefined where that is allowed. */
  missing?: string | undefined;
  /** Characters. */
  longest?: number;
}

/** What a question is answered in: drawn for visitors in app/routes/events/custom-field.tsx, for officers in admin/events/answers-dialogs.tsx. */
export type Control = 'text field' | 'text area' | 'radio group' | 'checkbox group' | 'checkbox';

/** A type of question: what the form builder, the form, checking, tables and files need to know of it. */
export interface QuestionType {
  /** In the form builder. */
  title: string;
  control: Control;
  /** Officers write what there is to choose from, at least one option. */
  hasOptions: boolean;
  /** People choose one option, so that its places may be kept, and somebody may wait for it. */
  isOneChoice?: true;
  /** False where leaving it as it is answers it too. */
  canBeRequired: boolean;
  /** Answered in one's own words, which are shown again should the question change while they are typed. */
  isWritten: boolean;
  untouched: Answer;
  /** What an answer chose, by which other fields may be asked. */
  chosen?: (given: unknown) => ShowIf['anyOf'];
  /** `values`: all that a browser's form holds under the field's name. */
  fromForm: (values: unknown[]) => unknown;
  reader: (field: FieldSettings, rules: AnswerRules) => AnswerReader;
  /** Whether the answer is an address: then it is written to, and looked for among personal data. */
  asksForEmail?: (field: FieldSettings) => boolean;
}
