import { REQUIRED, type FieldType } from './field-type.ts';

/** Characters; enough for an essay, too little to fill a disk. */
const LONGEST = 10_000;

/** A text in one's own words; spaces alone do not fill a required one. */
export const text: FieldType = {
  read(given = '', { required }) {
    if (typeof given !== 'string') return { wrong: 'Please enter a text' };
    if (given.length > LONGEST) return { wrong: `Please use at most ${LONGEST.toLocaleString('en')} characters` };
    const answer = given.trim();
    return required && !answer ? { wrong: REQUIRED } : { answer };
  },
};
