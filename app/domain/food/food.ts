import type { Reader } from '../../db/db.server.ts';
import type { FoodRow } from '../../db/tables.ts';

/** The sections of the food menu; the default is the first (product.md 9). */
export const FOOD_SECTIONS = ['Food', 'Drink', 'Other', 'Combo'] as const;

/** One item that the club sells; `price` is in whole units of the club's currency. */
export interface FoodItem {
  key: string;
  name: string;
  section: string;
  price: number;
  version: number;
}

/** A row as a food item: without a section it is Food, without a price it costs nothing (product.md 9). */
export function toFoodItem(row: FoodRow): FoodItem {
  return {
    key: row.key,
    name: row.name ?? '',
    section: row.section ?? FOOD_SECTIONS[0],
    price: row.price ?? 0,
    version: row.version,
  };
}

/** The menu, alphabetical by section, then by name; with `section` only that one. */
export async function listFood(db: Reader, section?: string): Promise<FoodItem[]> {
  let query = db.query.selectFrom('food').selectAll().orderBy('section').orderBy('name').orderBy('key');
  // An item that names no section is Food (product.md 9).
  if (section === FOOD_SECTIONS[0])
    query = query.where((is) => is.or([is('section', '=', section), is('section', 'is', null)]));
  else if (section !== undefined) query = query.where('section', '=', section);
  return (await query.execute()).map(toFoodItem);
}
