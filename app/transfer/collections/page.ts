import { noteAddresses, pages, previewOf } from '../../domain/pages/page.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { collectionOf } from './record.ts';

const records: Collection<RowColumns> = collectionOf(pages);

export const pageRecords: Collection<RowColumns> = {
  ...records,
  merge: (known, incoming) => ({ ...incoming, ...previewOf(incoming, known) }),
  prepare: noteAddresses,
};
