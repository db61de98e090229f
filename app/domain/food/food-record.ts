import type { FoodItem } from './food.ts';

/** An item of the menu as programs read it (product.md 3); `price` is in whole units of the club's currency. */
export interface FoodRecord {
  $key: string;
  name: string;
  section: string;
  price: number;
}

/** A food item as the lists for programs show it (product.md 3). */
export function foodRecord({ key, name, section, price }: FoodItem): FoodRecord {
  return { $key: key, name, section, price };
}
