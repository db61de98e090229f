import type { Database, Reader } from '../../db/db.server.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import { newKey } from '../keys.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { foodInput } from './food-input.ts';
import { toFoodItem, type FoodItem } from './food.ts';

/**
 * Adds an item to the menu (product.md 7). Gives back its key.
 * @throws NotAllowed, Rejected with a message per field of FoodInput.
 */
export async function addFood(db: Database, actor: Actor | null, input: unknown): Promise<{ key: string }> {
  requireAdmin(actor);
  const food = checkInput(foodInput, input);
  return db.write(async (tx) => {
    const key = newKey();
    await tx.query
      .insertInto('food')
      .values({ key, ...food, extra: null, version: 0, updated_at: Date.now() })
      .execute();
    await noteActivity(tx, actor, 'added', 'food', key, food.name);
    tx.changed('food', key);
    return { key };
  });
}

/** An item of the menu as it was opened for editing: `version` is the one that was seen then. */
export interface FoodUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * Saves an item of the menu over the version that was opened. Gives back the version to save over next.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current FoodItem when someone else saved it meanwhile.
 */
export async function updateFood(
  db: Database,
  actor: Actor | null,
  { key, version, input }: FoodUpdate,
): Promise<{ version: number }> {
  requireAdmin(actor);
  const food = checkInput(foodInput, input);
  return db.write(async (tx) => {
    const saved = await tx.query
      .updateTable('food')
      .set({ ...food, version: version + 1, updated_at: Date.now() })
      .where('key', '=', key)
      .where('version', '=', version)
      .returning('key')
      .executeTakeFirst();
    if (!saved) {
      const current = await findFood(tx, key);
      if (!current)
        throw new NotFound('This food item has been removed meanwhile. Copy what you still need, then close this.');
      throw new Stale(current);
    }
    await noteActivity(tx, actor, 'updated', 'food', key, food.name);
    tx.changed('food', key);
    return { version: version + 1 };
  });
}

async function findFood(db: Reader, key: string): Promise<FoodItem | undefined> {
  const row = await db.query.selectFrom('food').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toFoodItem(row);
}
