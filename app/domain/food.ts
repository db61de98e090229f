import type { Reader } from '../db/db.server.ts';
import { defineRecord, toRecord, type RecordIn, type RowIn } from './records/define.ts';
import { price, requiredName, text } from './records/fields.ts';
import { z } from './zod.ts';

export const FOOD_SECTIONS = ['Food', 'Drink', 'Other', 'Combo'] as const;

const PRICE = 'Please enter a price such as 3 or 2.50';

/** A price is in the main unit of the club's currency, such as dollars. */
export const food = defineRecord({
  topic: 'food',
  table: 'food',
  title: ({ name }) => name,
  fields: {
    name: {
      ...requiredName('name'),
      exported: { isName: true, check: z.string().max(400, 'must be 400 characters at most') },
    },
    section: text({
      input: z.enum(FOOD_SECTIONS, 'Please choose one of the sections'),
      defaultValue: FOOD_SECTIONS[0],
      // An import may bring other sections; a Postgres index takes at most 2,700 bytes of section and name together.
      exported: { check: z.string().max(200, 'must be 200 characters at most') },
    }),
    price: price({
      input: z
        .number(PRICE)
        .min(0, 'A price cannot be negative')
        .max(100_000, 'A price can be 100,000 at most')
        .refine((typed) => Number(typed.toFixed(2)) === typed, 'A price has two decimals at most'),
    }),
  },
});

export type FoodItem = RecordIn<typeof food>;

declare module '../db/tables.ts' {
  interface Tables {
    food: RowIn<typeof food>;
  }
}

/** The two databases sort capitals differently. */
const ALPHABET = new Intl.Collator('en');

export async function listFood(db: Reader, section?: string): Promise<FoodItem[]> {
  let query = db.query.selectFrom('food').selectAll().orderBy('key');
  // An item that names no section is Food.
  if (section === FOOD_SECTIONS[0])
    query = query.where((is) => is.or([is('section', '=', section), is('section', 'is', null)]));
  else if (section !== undefined) query = query.where('section', '=', section);
  const items = (await query.execute()).map((row) => toRecord(food, row));
  return items.toSorted(
    (one, other) => ALPHABET.compare(one.section, other.section) || ALPHABET.compare(one.name, other.name),
  );
}

interface MenuSection {
  name: string;
  items: FoodItem[];
}

export async function viewMenu(db: Reader): Promise<MenuSection[]> {
  const sections = Map.groupBy(await listFood(db), ({ section }) => section);
  return [...sections].map(([name, items]) => ({ name, items }));
}
