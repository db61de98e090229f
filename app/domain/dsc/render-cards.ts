import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Database } from '../../db/db.server.ts';
import type { DscRow } from '../../db/tables.ts';
import { sanitizeAnyHtml } from './sanitize-html.ts';

/** A card's text with nothing harmful left in it. One that an older version saved is read here: others go first. */
export async function htmlOf({ html, text }: Pick<DscRow, 'html' | 'text'>): Promise<string> {
  if (html !== null) return html;
  await endOfTurn();
  return sanitizeAnyHtml(text ?? '');
}

/** Gives the cards that an older version saved what they are shown as, so that no page has to read them again. */
export async function renderOldCards({ query, write }: Database): Promise<void> {
  const rows = await query
    .selectFrom('dsc')
    .select(['key', 'version', 'html', 'text'])
    .where('html', 'is', null)
    .execute();
  for (const row of rows) {
    const html = await htmlOf(row);
    await write((tx) =>
      tx.query.updateTable('dsc').set({ html }).where('key', '=', row.key).where('version', '=', row.version).execute(),
    );
  }
}
