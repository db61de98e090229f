import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { admin, member } from '../../test/actors.ts';
import { databases, freshDatabase } from '../../test/databases.ts';
import { NotAllowed, NotFound, Rejected, Stale } from './errors.ts';
import { food, listFood } from './food.ts';
import { removeRecords } from './record-changes/remove.ts';
import { addRecord, updateRecord } from './record-changes/save.ts';
import { importRecords } from '../transfer/import.ts';

const TEA = { name: 'Tea', section: 'Drink', price: 1.25 };

describe.each(databases)('the food menu on %s', (_, open) => {
  const site = freshDatabase(open);

  test('items are added, listed by section and name, saved and removed', async () => {
    const { key } = await addRecord(site.db, admin, food, TEA);
    await addRecord(site.db, admin, food, { name: 'Coffee', section: 'Drink', price: 2 });
    await addRecord(site.db, admin, food, { name: 'Soup', section: 'Food', price: 0 });
    expect((await listFood(site.db)).map(({ name, price }) => [name, price])).toEqual([
      ['Coffee', 2],
      ['Tea', 1.25],
      ['Soup', 0],
    ]);
    expect(await updateRecord(site.db, admin, food, { key, version: 0, input: { ...TEA, price: 1.1 } })).toEqual({
      version: 1,
    });
    await removeRecords(
      site.db,
      admin,
      food,
      (await listFood(site.db, 'Food')).map((item) => item.key),
    );
    expect(await listFood(site.db)).toHaveLength(2);
    expect((await listFood(site.db)).find((item) => item.key === key)).toEqual({ ...TEA, price: 1.1, key, version: 1 });
  });

  test('an item without a section stands among the food, and names are in the order of the alphabet, whatever their case', async () => {
    await importRecords(site.db, () => Readable.from([Buffer.from('{ "food": { "f1": { "name": "Samosa" } } }')]));
    for (const [name, section] of [
      ['tea', 'Drink'],
      ['Water', 'Drink'],
      ['apple', 'Food'],
      ['Zucchini', 'Food'],
      ['Meal', 'Combo'],
    ])
      await addRecord(site.db, admin, food, { name, section, price: 0 });
    expect((await listFood(site.db)).map(({ name }) => name)).toEqual([
      'Meal',
      'tea',
      'Water',
      'apple',
      'Samosa',
      'Zucchini',
    ]);
    expect((await listFood(site.db, 'Food')).map(({ name }) => name)).toEqual(['apple', 'Samosa', 'Zucchini']);
  });

  test.each([
    ['a negative price', { ...TEA, price: -0.01 }, 'price'],
    ['a third decimal', { ...TEA, price: 1.005 }, 'price'],
    ['a price beyond all reason', { ...TEA, price: 100_000.01 }, 'price'],
    ['a price as a text', { ...TEA, price: '1.25' }, 'price'],
    ['a price that is no number', { ...TEA, price: NaN }, 'price'],
    ['an unknown section', { ...TEA, section: 'Breakfast' }, 'section'],
    ['no name', { ...TEA, name: '' }, 'name'],
    ['an unknown key', { ...TEA, key: 'x' }, ''],
  ])('%s is refused at its field', async (_what, input, field) => {
    const saving = addRecord(site.db, admin, food, input);
    await expect(saving).rejects.toThrow(Rejected);
    await expect(saving).rejects.toHaveProperty('fields', expect.objectContaining({ [field]: expect.any(String) }));
    expect(await listFood(site.db)).toEqual([]);
  });

  test.each([0, 0.1, 0.29, 1.15, 4.35, 19.99, 99_999.99])('%d is a price', async (price) => {
    await addRecord(site.db, admin, food, { ...TEA, price });
    expect((await listFood(site.db))[0]?.price).toBe(price);
  });

  test('a save over another save is refused with the item as it is now', async () => {
    const { key } = await addRecord(site.db, admin, food, TEA);
    await updateRecord(site.db, admin, food, { key, version: 0, input: { ...TEA, price: 3 } });
    const second = updateRecord(site.db, admin, food, { key, version: 0, input: TEA });
    await expect(second).rejects.toThrow(Stale);
    await expect(second).rejects.toHaveProperty('current', { ...TEA, price: 3, key, version: 1 });
    await removeRecords(site.db, admin, food, [key]);
    await expect(updateRecord(site.db, admin, food, { key, version: 1, input: TEA })).rejects.toThrow(NotFound);
  });

  test('only admins write', async () => {
    const { key } = await addRecord(site.db, admin, food, TEA);
    for (const actor of [null, member]) {
      await expect(addRecord(site.db, actor, food, TEA)).rejects.toThrow(NotAllowed);
      await expect(updateRecord(site.db, actor, food, { key, version: 0, input: TEA })).rejects.toThrow(NotAllowed);
      await expect(removeRecords(site.db, actor, food, [key])).rejects.toThrow(NotAllowed);
    }
    expect(await listFood(site.db)).toHaveLength(1);
  });
});
