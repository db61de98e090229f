import type { FormField } from './event-form.ts';

const EMAIL = /e-?mail/i;
/** 'May we e-mail you?', 'E-mail or phone': what may be answered with something else than an address. */
const ANYTHING = /^(are|can|could|did|do|does|has|have|is|may|shall|should|will|would)\b|\b(or|phone)\b/i;

/** Whether a field asks for an e-mail address, by what it is called: then nothing else is taken for an answer. */
export function asksForEmail({ type, name, description }: FormField): boolean {
  return type === 'text' && EMAIL.test(`${description} ${name}`) && !ANYTHING.test(description.trim());
}

/** The text fields that ask for an e-mail address. */
export function addressFields(fields: FormField[]): FormField[] {
  return fields.filter(asksForEmail);
}
