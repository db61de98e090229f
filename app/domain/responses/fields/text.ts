import { isEmail } from '../../email-address.ts';
import { asksForEmail } from '../address-fields.ts';
import { REQUIRED, type FieldType } from './field-type.ts';

/** Characters; enough for an essay, too little to fill a disk. */
const LONGEST = 10_000;

/** A text in one's own words; spaces alone do not fill a required one. Where an e-mail address is asked for, it is one. */
export const text: FieldType = {
  read(given = '', field) {
    if (typeof given !== 'string') return { wrong: 'Please enter a text' };
    if (given.length > LONGEST) return { wrong: `Please use at most ${LONGEST.toLocaleString('en')} characters` };
    const answer = given.trim();
    if (!answer) return field.required ? { wrong: REQUIRED } : { answer };
    if (asksForEmail(field) && !isEmail(answer)) return { wrong: 'Please enter a valid email' };
    return { answer };
  },
};
