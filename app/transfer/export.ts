import type { Reader } from '../db/db.server.ts';
import type { Collection, Columns } from './collection.ts';
import { COLLECTIONS, OTHERS } from './collections/all.ts';
import { JsonTree } from './json-tree.ts';
import { selectPage } from './rows.ts';

export interface ExportOptions {
  onProgress?: (records: number) => void;
}

const RECORDS_PER_PAGE = 500;

/**
 * Writes everything back in the shape of an import, as pieces of one JSON text with a record per line.
 * Records are read page by page in the order of their keys, so the same records always give the same text.
 */
export async function* exportRecords(db: Reader, { onProgress }: ExportOptions = {}): AsyncGenerator<string> {
  const tree = new JsonTree();
  let records = 0;
  for (const pages of allPages(db)) {
    for await (const { text, count } of pages(tree)) {
      records += count;
      onProgress?.(records);
      yield text;
    }
  }
  yield tree.end();
}

type Pages = (tree: JsonTree) => AsyncGenerator<{ text: string; count: number }>;

function allPages(db: Reader): Pages[] {
  return [
    pagesOf(db, COLLECTIONS.event),
    pagesOf(db, COLLECTIONS.exec),
    pagesOf(db, COLLECTIONS.food),
    pagesOf(db, COLLECTIONS.dsc),
    pagesOf(db, COLLECTIONS.files),
    pagesOf(db, COLLECTIONS.form),
    pagesOf(db, COLLECTIONS.entry),
    pagesOf(db, COLLECTIONS.user),
    pagesOf(db, OTHERS),
  ];
}

function pagesOf<Row extends Columns>(db: Reader, collection: Collection<Row>): Pages {
  return async function* (tree) {
    let last: Row | undefined;
    do {
      const page: Row[] = await selectPage(db, collection, last, RECORDS_PER_PAGE);
      const text = page.map((row) => tree.add(collection.path(row), collection.write(row))).join('');
      yield { text, count: page.length };
      last = page.length === RECORDS_PER_PAGE ? page.at(-1) : undefined;
    } while (last);
  };
}
