import { z } from '../zod.ts';

/** Zero-width spaces, and marks that turn the text around them: people who read a name do not see them. */
const HIDDEN = /[\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const BREAKS = /[\r\n\u0085\u2028\u2029]+/g;

interface OneLine {
  /** How sentences about it begin: ‘A name’. */
  what: string;
  most: number;
}

/** A text of one line, such as a name. Pasted text brings invisible marks, which are removed. */
export function oneLine({ what, most }: OneLine) {
  return z
    .string('must be a text')
    .overwrite((typed) => typed.replace(HIDDEN, ''))
    .trim()
    .refine((typed) => typed.search(BREAKS) === -1, `${what} is one line`)
    .max(most, `${what} can have ${most} characters at most`);
}

/** The same for an import: texts that were stored before names were one line are joined to one. */
export function oneLineOfFile(input: z.ZodString) {
  return z
    .string('must be a text')
    .overwrite((text) => text.replace(BREAKS, ' '))
    .pipe(input);
}
