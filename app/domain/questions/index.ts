import { checkbox } from './checkbox.ts';
import { long } from './long.ts';
import type { QuestionType } from './question-type.ts';
import { radio } from './radio.ts';
import { several } from './several.ts';
import { text } from './text.ts';

/** As stored, in the form builder's order. */
export const FIELD_TYPES = ['text', 'long', 'radio', 'several', 'checkbox'] as const;

export type FieldType = (typeof FIELD_TYPES)[number];

/** The types of questions that officers may ask. */
export const QUESTIONS: Record<FieldType, QuestionType> = { text, long, radio, several, checkbox };
