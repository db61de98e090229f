import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../../db/db.server.ts';
import type { DscRow } from '../../db/tables.ts';
import { sanitizeAnyHtml } from '../../html/sanitize-html.ts';

/** A card's text with nothing harmful left in it. One that an older version saved is read here: others go first. */
export async function htmlOf({ html, text }: Pick<DscRow, 'html' | 'text'>): Promise<string> {
  if (html !== null) return html;
  await endOfTurn();
  return sanitizeAnyHtml(text ?? '');
}

/**
 * Gives every card what its text is shown as by this version. An older one, which may run for a while beside this one,
 * saves the text alone; and what it took for harmless may be known better now.
 */
export async function renderCardsAnew({ query, write }: Database): Promise<void> {
  const rows = await query.selectFrom('dsc').select(['key', 'version', 'html', 'text']).execute();
  for (const { key, version, html: before, text } of rows) {
    const html = await htmlOf({ html: null, text });
    if (html === before) continue;
    await write(async (tx) => {
      const update = tx.query.updateTable('dsc').set({ html }).where('key', '=', key);
      await update.where('version', '=', version).execute();
      tx.changed('dsc', key);
    });
  }
}
