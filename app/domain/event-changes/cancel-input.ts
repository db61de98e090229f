import { plainText } from '../plain-text.ts';
import { z } from '../zod.ts';

const LONGEST_REASON = 2000;

/** The reason for a cancellation, which people read; it may be left out. */
export const cancelInput = z.strictObject({
  reason: z
    .string('must be a text')
    .overwrite(plainText)
    .trim()
    .max(LONGEST_REASON, `Please use at most ${LONGEST_REASON.toLocaleString('en')} characters`),
});
