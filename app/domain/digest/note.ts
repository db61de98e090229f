import { withoutMarks } from '../events/description-marks.ts';
import { plainText } from '../plain-text.ts';
import { z } from '../zod.ts';

export const MOST_CHARACTERS = 2000;

/** A checksum that serves as the version of a note, since it tells one note from another. */
export function versionOf(note: string): number {
  let sum = 0;
  for (const letter of note) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm;

/** The note as plain text: Markdown without its marks, and links with their addresses. */
export function noteText(note: string, publicUrl: string): string {
  const whole = note.replaceAll('](/', `](${publicUrl}/`).replaceAll('![', '[').replaceAll(HEADING, '$1');
  return withoutMarks(whole, { addresses: true });
}

export interface StoredNote {
  note: string;
  version: number;
}

export const noteInput = z.strictObject({
  note: z
    .string('must be a text')
    .overwrite(plainText)
    .trim()
    .max(MOST_CHARACTERS, `A note can have ${MOST_CHARACTERS.toLocaleString('en')} characters at most`),
});
