import type { Database, Reader } from '../../db/db.server.ts';
import type { DscRow } from '../../db/tables.ts';
import { noteActivity } from '../activity/note-activity.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Rejected, Stale } from '../errors.ts';
import { TooTangled } from '../../html/parse-html.ts';
import { newKey } from '../keys.ts';
import { linkFiles } from '../uploads/link-files.ts';
import { releaseFiles } from '../uploads/release-files.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import { requireAdmin, type Actor } from '../users/actor.ts';
import { toDscCard, type DscCard } from './dsc-card.ts';
import { dscInput, type DscInput } from './dsc-input.ts';
import { sanitizeHtml } from '../../html/sanitize-html.ts';

/**
 * Adds a content card (product.md 7). Gives back its key.
 * @throws NotAllowed, Rejected with a message per field of DscInput.
 */
export async function addDscCard(db: Database, actor: Actor | null, input: unknown): Promise<{ key: string }> {
  requireAdmin(actor);
  const card = checkCard(input);
  return db.write(async (tx) => {
    const key = newKey();
    const img = await linkImage(tx, card, null);
    const row = { key, ...columnsOf(card, img), extra: null, version: 0, updated_at: Date.now() };
    await tx.query.insertInto('dsc').values(row).execute();
    await noteActivity(tx, actor, 'added', 'dsc', key, card.title);
    tx.changed('dsc', key);
    return { key };
  });
}

/** A content card as it was opened for editing: `version` is the one that was seen then. */
export interface DscUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * Saves a content card over the version that was opened. An image that it no longer names is erased. Gives back the
 * version to save over next.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current DscCard when someone else saved it meanwhile.
 */
export async function updateDscCard(
  db: Database,
  actor: Actor | null,
  { key, version, input }: DscUpdate,
): Promise<{ version: number }> {
  requireAdmin(actor);
  const card = checkCard(input);
  return db.write(async (tx) => {
    const before = await findDscCard(tx, key);
    if (!before) throw new NotFound('This card has been removed meanwhile. Copy what you still need, then close this.');
    if (before.version !== version) throw new Stale(before);
    const img = await linkImage(tx, card, before.img);
    const saved = await tx.query
      .updateTable('dsc')
      .set({ ...columnsOf(card, img), version: version + 1, updated_at: Date.now() })
      .where('key', '=', key)
      .where('version', '=', version)
      .returning('key')
      .executeTakeFirst();
    // Between reading and writing, on Postgres.
    if (!saved) throw new Stale((await findDscCard(tx, key)) ?? before);
    await releaseFiles(tx, listOf(before.img), listOf(img));
    await noteActivity(tx, actor, 'updated', 'dsc', key, card.title);
    tx.changed('dsc', key);
    return { version: version + 1 };
  });
}

interface CheckedCard extends DscInput {
  html: string;
}

function checkCard(input: unknown): CheckedCard {
  const card = checkInput(dscInput, input);
  try {
    return { ...card, html: sanitizeHtml(card.text) };
  } catch (error) {
    if (!(error instanceof TooTangled)) throw error;
    const text = 'This has too many tags, or too many inside each other. Please check that each is closed';
    throw new Rejected(text, { text });
  }
}

async function findDscCard(db: Reader, key: string): Promise<DscCard | undefined> {
  const row = await db.query.selectFrom('dsc').selectAll().where('key', '=', key).executeTakeFirst();
  return row && toDscCard(row);
}

async function linkImage(db: Reader, { img }: DscInput, had: StoredFile | null): Promise<StoredFile | null> {
  const [linked] = await linkFiles(db, listOf(img), { field: 'img', had: listOf(had), imagesOnly: true });
  return linked ?? null;
}

function columnsOf({ title, text, html, imgAlt, position }: CheckedCard, img: StoredFile | null) {
  return { title, text, html, img: img && JSON.stringify(img), img_alt: imgAlt, position } satisfies Partial<DscRow>;
}

function listOf<Item>(item: Item | null): Item[] {
  return item === null ? [] : [item];
}
