import { isDay } from '../../time/club-day.ts';
import { z } from '../zod.ts';

export const ownerInput = z.string('must be a text').trim().max(200, 'An owner can have 200 characters at most');

export const itemInput = z.strictObject({
  title: z
    .string('must be a text')
    .trim()
    .min(1, 'Please enter what it is')
    .max(200, 'An item can have 200 characters at most'),
  owner: ownerInput,
  secondOwner: ownerInput.default(''),
  endsOn: z
    .string('must be a text')
    .trim()
    .refine((text) => text === '' || isDay(text), 'Please enter a day such as 2026-08-31')
    .default(''),
});
