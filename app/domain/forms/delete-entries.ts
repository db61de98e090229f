import type { Writer } from '../../db/db.server.ts';
import { forgetChoices } from './chosen-options.ts';

/** Gives back those that were still there. Links and mails are the caller's; a statement's parameters are limited. */
export async function deleteEntries(tx: Writer, formId: string, keys: string[]) {
  await forgetChoices(tx, formId, keys);
  return tx.query
    .deleteFrom('entries')
    .where('form_id', '=', formId)
    .where('key', 'in', keys)
    .returning(['key', 'state'])
    .execute();
}
