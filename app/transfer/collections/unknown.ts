import type { Writer } from '../../db/db.server.ts';
import type { UnknownRecordRow } from '../../db/tables.ts';
import { parseStored } from '../../domain/stored-json.ts';
import type { Collection } from '../collection.ts';

type UnknownColumns = Pick<UnknownRecordRow, keyof UnknownRecordRow>;

/** A collection that is not an object is stored as a whole, under an empty key. */
export const unknownRecords: Collection<UnknownColumns> = {
  table: 'unknown_records',
  keys: ['collection', 'key'],
  topic: null,
  versioned: false,
  path: ({ collection, key }) => (key === '' ? [collection] : [collection, key]),
  read({ parent, key, value }) {
    return { collection: parent, key, value: JSON.stringify(value) };
  },
  prepare: clearOtherShape,
  write({ value }) {
    return parseStored(value) ?? value;
  },
};

/** A collection that was stored as a whole may come back as an object, or the other way round. */
async function clearOtherShape({ query }: Writer, rows: UnknownColumns[]): Promise<void> {
  for (const collection of new Set(rows.map((row) => row.collection))) {
    const isWhole = rows.some((row) => row.collection === collection && row.key === '');
    await query
      .deleteFrom('unknown_records')
      .where('collection', '=', collection)
      .where('key', isWhole ? '<>' : '=', '')
      .execute();
  }
}
