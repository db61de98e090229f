import { z } from '../zod.ts';

export const itemInput = z.strictObject({
  title: z
    .string('must be a text')
    .trim()
    .min(1, 'Please enter what it is')
    .max(200, 'An item can have 200 characters at most'),
  owner: z.string('must be a text').trim().max(200, 'An owner can have 200 characters at most'),
});
