import type { FieldType } from './field-type.ts';

/** Ticked or not; not ticking is an answer too, so a checkbox is never required (product.md 3). */
export const checkbox: FieldType = {
  read(given = false) {
    return typeof given === 'boolean' ? { answer: given } : { wrong: 'Please tick this or leave it' };
  },
};
