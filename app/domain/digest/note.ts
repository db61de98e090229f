import { plainText } from '../plain-text.ts';
import { z } from '../zod.ts';

export const MOST_CHARACTERS = 2000;

export const noteInput = z.strictObject({
  note: z
    .string('must be a text')
    .overwrite(plainText)
    .trim()
    .max(MOST_CHARACTERS, 'A note can have 2,000 characters at most'),
});
