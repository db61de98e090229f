import type { Database, Reader } from '../db/db.server.ts';
import type { TextRow } from '../db/tables.ts';
import { noteUses } from './file-uses/file-uses.ts';
import { noteActivity } from './activity.ts';
import { NotFound, Rejected, Stale } from './errors.ts';
import { requireCapability, type Actor } from './actor.ts';

/** The texts of the configuration file, whose rules stay with the configuration. */
export interface TextsOfFile {
  texts: readonly { path: string; label: string; text: string }[];
  read: (given: { path: string; text: string }) => { text: string } | { reason: string };
}

/** Only the texts that differ from the file. */
export async function listChangedTexts({ query }: Reader) {
  const rows = await query.selectFrom('texts').select(['path', 'text', 'version']).orderBy('path').execute();
  return rows.flatMap(({ text, ...row }) => (text === null ? [] : [{ ...row, text }]));
}

/** `text` is null for the text of the file. */
type StoredText = Pick<TextRow, 'path' | 'text' | 'version'>;

/**
 * Includes texts that were changed and have gone back to the file’s since: a save needs their version.
 * @throws NotAllowed
 */
export async function viewTexts({ query }: Reader, actor: Actor | null): Promise<StoredText[]> {
  requireCapability(actor, 'change content');
  return query.selectFrom('texts').select(['path', 'text', 'version']).orderBy('path').execute();
}

const NO_PLACE = 'The configuration file no longer has this text. Reload the page to see those it has.';

/** @throws NotAllowed, NotFound if the configuration has no such text, Rejected, Stale with the text as it is now. */
export async function changeText(
  db: Database,
  actor: Actor | null,
  file: TextsOfFile,
  { path, version, text }: StoredText,
): Promise<{ version: number }> {
  requireCapability(actor, 'change content');
  const place = file.texts.find((one) => one.path === path);
  if (!place && text !== null) throw new NotFound(NO_PLACE);
  const wanted = place && text !== null ? checkText(file, { path, text }) : null;
  const after = wanted === place?.text ? null : wanted;
  return db.write(async (tx) => {
    const { query } = tx;
    const empty = { path, text: null, version: 0, updated_at: Date.now() };
    const adding = query.insertInto('texts').values(empty);
    if (after !== null) await adding.onConflict((conflict) => conflict.column('path').doNothing()).execute();
    const find = () => query.selectFrom('texts').select(['text', 'version']).where('path', '=', path);
    const found = await find().executeTakeFirst();
    // Nobody ever changed this text, and the file does not have it either.
    if (!found && !place) throw new NotFound(NO_PLACE);
    const before = found ?? empty;
    const stale = (now: Pick<StoredText, 'text' | 'version'>) => {
      const current = { version: now.version, text: now.text ?? place?.text ?? '' };
      return new Stale(current);
    };
    if (before.version !== version) throw stale(before);
    if (before.text === after) return { version };
    const saved = await query
      .updateTable('texts')
      .set({ text: after, version: version + 1, updated_at: Date.now() })
      .where('path', '=', path)
      .where('version', '=', version)
      .returning('path')
      .executeTakeFirst();
    // On Postgres, someone else may save it between reading and writing.
    if (!saved) throw stale(await find().executeTakeFirstOrThrow());
    await noteUses(tx, 'text', [{ key: path, text: after }]);
    const shown = [before.text, after].map((one) => quoted(one ?? place?.text ?? 'nothing'));
    await noteActivity(tx, actor, 'changed', 'text', path, `${place?.label ?? path}: ${shown.join(' → ')}`);
    tx.changed('text', path);
    return { version: version + 1 };
  });
}

/** @throws Rejected */
function checkText(file: TextsOfFile, given: { path: string; text: string }): string {
  const read = file.read(given);
  if ('text' in read) return read.text;
  throw new Rejected('Nothing was saved. Please check the marked field.', { text: `This ${read.reason}.` });
}

const LONGEST_SHOWN = 120;

function quoted(text: string): string {
  const start = text.slice(0, LONGEST_SHOWN).toWellFormed();
  return `‘${text.length > LONGEST_SHOWN ? `${start.trimEnd()}…` : text}’`;
}
