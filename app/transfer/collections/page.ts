import { besidePage, pages } from '../../domain/pages/page.ts';
import type { Collection, RowColumns } from '../collection.ts';
import { collectionOf } from './record.ts';

const records: Collection<RowColumns> = collectionOf(pages);

/** A file does not say at which addresses a page was before. */
export const pageRecords: Collection<RowColumns> = {
  ...records,
  merge: (known, incoming) => ({ ...incoming, ...besidePage(incoming, known) }),
};
