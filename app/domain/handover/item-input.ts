import { isDay } from '../../time/club-day.ts';
import { oneLine } from '../records/one-line.ts';
import { z } from '../zod.ts';

export const ownerInput = oneLine({ what: 'An owner', most: 200 });

export const itemInput = z.strictObject({
  title: oneLine({ what: 'An item', most: 200 }).min(1, 'Please enter what it is'),
  owner: ownerInput,
  secondOwner: ownerInput.default(''),
  endsOn: z
    .string('must be a text')
    .trim()
    .refine((text) => text === '' || isDay(text), 'Please enter a day such as 2026-08-31')
    .default(''),
});
