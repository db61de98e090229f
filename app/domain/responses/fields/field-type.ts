import type { FormField } from '../event-form.ts';

/** An answer as it is stored: a text or, for a checkbox, a boolean (product.md 3). */
export type Answer = string | boolean;

/** What one type of field makes of what was sent for it; an answer that was not sent is undefined. */
export interface FieldType {
  read: (given: unknown, field: FormField) => { answer: Answer } | { wrong: string };
}

/** product.md 8 */
export const REQUIRED = 'Required field';
