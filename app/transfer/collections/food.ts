import type { FoodRow } from '../../db/tables.ts';
import type { Collection } from '../collection.ts';
import { Fields, keep, kept, present } from '../fields.ts';

type FoodColumns = Omit<FoodRow, 'version' | 'updated_at'>;

export const food: Collection<FoodColumns> = {
  table: 'food',
  keys: ['key'],
  topic: 'food',
  versioned: true,
  path: ({ key }) => ['food', key],
  read({ key, value, path }) {
    const item = new Fields(value, path);
    return {
      key,
      name: item.text('name'),
      section: item.text('section'),
      price: item.price('price'),
      extra: keep(item.rest()),
    };
  },
  write(row) {
    return present({ name: row.name, section: row.section, price: row.price, ...kept(row.extra) });
  },
};
