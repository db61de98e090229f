import { z } from '../zod.ts';
import { fileInput } from '../uploads/file-input.ts';
import { EXEC_TITLES } from './exec.ts';

/** What an admin may say about an executive; the browser and the server check with the same schema. */
export const execInput = z.strictObject({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'Please enter a name')
    .max(200, 'A name can have 200 characters at most'),
  title: z.enum(EXEC_TITLES, 'Please choose one of the titles'),
  description: z.string('must be a text').trim().max(5000, 'A description can have 5,000 characters at most'),
  isCurrentExec: z.boolean('must be ticked or not'),
  image: fileInput.nullable(),
});

export type ExecInput = z.output<typeof execInput>;
