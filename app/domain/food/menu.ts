import type { Reader } from '../../db/db.server.ts';
import { listFood, type FoodItem } from './food.ts';

export interface MenuSection {
  name: string;
  items: FoodItem[];
}

/** The menu by section, alphabetical by section, then by name. */
export async function viewMenu(db: Reader): Promise<MenuSection[]> {
  const sections = Map.groupBy(await listFood(db), ({ section }) => section);
  return [...sections].map(([name, items]) => ({ name, items }));
}
