import { z } from '../zod.ts';
import { fileInput } from '../uploads/file-input.ts';

const MOST = 2_147_483_647;

/** What an admin may say about a content card; the browser and the server check with the same schema. */
export const dscInput = z.strictObject({
  title: z
    .string('must be a text')
    .trim()
    .min(1, 'Please enter a title')
    .max(200, 'A title can have 200 characters at most'),
  /** HTML as it is typed: it is made harmless where it is shown. */
  text: z.string('must be a text').max(50_000, 'A text can have 50,000 characters at most'),
  img: fileInput.nullable(),
  imgAlt: z.string('must be a text').trim().max(500, 'A description can have 500 characters at most'),
  position: z
    .int('Please enter a whole number, such as 3')
    .min(-MOST, 'Please enter a larger number')
    .max(MOST, 'Please enter a smaller number'),
});

export type DscInput = z.output<typeof dscInput>;
