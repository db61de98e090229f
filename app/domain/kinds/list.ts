import type { Reader, Writer } from '../../db/db.server.ts';
import { lockRows } from '../../db/lock-rows.ts';
import { toRecord } from '../records/define.ts';
import { LAST } from '../records/fields.ts';
import { colourOf, kinds, type Colour, type Kind } from './kind.ts';

/** In the order in which they are shown. */
export async function listKinds({ query }: Reader): Promise<Kind[]> {
  const rows = await query
    .selectFrom('kinds')
    .selectAll()
    .orderBy((by) => by.fn.coalesce('place', by.val(LAST)))
    .orderBy('key')
    .execute();
  return rows.map((row) => toRecord(kinds, row));
}

/** A kind as visitors see it. */
export interface KindView {
  name: string;
  slug: string;
  colour: Colour;
}

export function viewKind({ name, slug, colour }: Kind): KindView {
  return { name, slug, colour: colourOf(colour) };
}

/** The one kind that a list is limited to; no event has a kind with an empty key. */
type OnlyKind = Pick<Kind, 'key' | 'name' | 'slug'>;

/** Finds a kind by its slug: undefined if none is asked for, one that no event has if the slug is unknown. */
export async function findKind({ query }: Reader, slug: string | null): Promise<OnlyKind | undefined> {
  if (slug === null) return undefined;
  const row = await query.selectFrom('kinds').select(['key', 'name']).where('slug', '=', slug).executeTakeFirst();
  return row ? { key: row.key, name: row.name ?? '', slug } : { key: '', name: '', slug: '' };
}

export async function findKindKey(db: Reader, slug: string | null): Promise<string | undefined> {
  return (await findKind(db, slug))?.key;
}

/**
 * The slug to keep in a cached answer's address; null if it is unknown, because made-up ones would push useful answers
 * out of memory.
 */
export function cachedKind(slug: string | null, key: string | undefined): string | null {
  return key ? slug : null;
}

/**
 * null if the kind is gone. Locks it: somebody who removes it at this moment finds the event afterwards, and leaves it
 * without a kind.
 */
export async function lockKind(tx: Writer, key: string | null): Promise<string | null> {
  if (key === null) return null;
  const row = await lockRows(tx, tx.query.selectFrom('kinds').select('key').where('key', '=', key)).executeTakeFirst();
  return row?.key ?? null;
}
