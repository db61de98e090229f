import { REQUIRED, type FieldType } from './field-type.ts';

/** One of the offered options; none is the empty text. */
export const radio: FieldType = {
  read(given = '', { required, options }) {
    if (given === '') return required ? { wrong: REQUIRED } : { answer: '' };
    if (typeof given !== 'string' || !options.includes(given)) return { wrong: 'Please choose one of the options' };
    return { answer: given };
  },
};
