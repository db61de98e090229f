import { z } from '../zod.ts';

/** Which file is meant; linkFiles looks up where it is stored. */
export const fileInput = z.object(
  {
    name: z.string('must be a file name').max(1000, 'is too long'),
    url: z.string('must be the address of a file').max(4000, 'is too long'),
    guid: z.string('must be a file’s guid').max(100, 'is too long').optional(),
  },
  'Please choose a file.',
);

export type FileInput = z.output<typeof fileInput>;
