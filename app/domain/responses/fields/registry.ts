import type { FormField } from '../event-form.ts';
import { checkbox } from './checkbox.ts';
import type { FieldType } from './field-type.ts';
import { radio } from './radio.ts';
import { text } from './text.ts';

/** Every type of field; a new one is a file of its own and a line here. */
export const FIELD_TYPES: Record<FormField['type'], FieldType> = { text, radio, checkbox };
