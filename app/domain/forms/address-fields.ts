import type { FormField } from './form.ts';

/** The text fields that ask for an e-mail address, by what they are called. */
export function addressFields(fields: FormField[]): FormField[] {
  return fields.filter(({ type, name, description }) => type === 'text' && /e-?mail/i.test(`${description} ${name}`));
}
