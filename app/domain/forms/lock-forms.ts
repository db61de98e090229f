import { inChunks, type Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';

/** Statements of equal size are prepared only once. */
const AT_ONCE = 50;

/** Responses that are on their way are stored by then, and later ones find what is changed in this write. */
export async function lockForms(tx: Writer, ids: string[]): Promise<void> {
  const forms = tx.query.selectFrom('forms').select('id').orderBy('id');
  const each = [...new Set(ids)].toSorted();
  for (const part of inChunks(each, AT_ONCE)) await lockRows(tx, forms.where('id', 'in', part)).execute();
}
