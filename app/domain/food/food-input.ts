import { z } from '../zod.ts';
import { FOOD_SECTIONS } from './food.ts';

const PRICE = 'Please enter a price such as 3 or 2.50';

/** What an admin may say about an item of the menu; the browser and the server check with the same schema. */
export const foodInput = z.strictObject({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'Please enter a name')
    .max(200, 'A name can have 200 characters at most'),
  section: z.enum(FOOD_SECTIONS, 'Please choose one of the sections'),
  /** In whole units of the club's currency. */
  price: z
    .number(PRICE)
    .min(0, 'A price cannot be negative')
    .max(100_000, 'A price can be 100,000 at most')
    .refine((price) => Number(price.toFixed(2)) === price, 'A price has two decimals at most'),
});

export type FoodInput = z.output<typeof foodInput>;
