import type { FormField, SignUpForm } from './event-form.ts';

/** A field as programs read it (product.md 3); only radio fields have options. */
export type FieldRecord = Omit<FormField, 'options'> & { options?: string[] };

/** A form as programs read it: a form without fields, or none at all, is `{ fields: [] }`. */
export interface FormRecord {
  $key?: string;
  fields: FieldRecord[];
}

/** A form as the lists for programs show it (product.md 3). */
export function formRecord({ id, fields }: SignUpForm): FormRecord {
  if (fields.length === 0) return { fields: [] };
  return { $key: id, fields: fields.map(fieldRecord) };
}

function fieldRecord({ options, ...field }: FormField): FieldRecord {
  return field.type === 'radio' ? { ...field, options } : field;
}
