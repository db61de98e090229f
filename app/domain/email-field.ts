import { readEmail } from './email-input.ts';
import { z } from './zod.ts';

export function emailField(notEmail: string) {
  return z.string('must be a text').transform((typed, context) => {
    const read = readEmail(typed, notEmail);
    if ('address' in read) return read.address;
    context.addIssue({ code: 'custom', message: read.wrong });
    return z.NEVER;
  });
}
