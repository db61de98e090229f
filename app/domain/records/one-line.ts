import { z } from '../zod.ts';

/** Spaces without a width, and marks that turn the text around them: people who read a name see nothing of them. */
const HIDDEN = /[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const BREAKS = /[\r\n\u0085\u2028\u2029]+/g;

interface OneLine {
  /** As sentences about it begin: ‘A name’. */
  what: string;
  /** How many characters it can have. */
  most: number;
}

/** A text of one line, such as a name: pasted text brings marks that nobody sees, and they go. */
export function oneLine({ what, most }: OneLine) {
  return z
    .string('must be a text')
    .overwrite((typed) => typed.replace(HIDDEN, ''))
    .trim()
    .refine((typed) => typed.search(BREAKS) === -1, `${what} is one line`)
    .max(most, `${what} can have ${most} characters at most`);
}

/** The same in an import: what was stored before names were one line comes in, on one. */
export function oneLineOfFile(input: z.ZodString) {
  return z
    .string('must be a text')
    .overwrite((text) => text.replace(BREAKS, ' '))
    .pipe(input);
}
