import type { Database, Reader } from '../../db/db.server.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { Rejected } from '../errors.ts';
import { eventName } from '../events/titles.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import type { Once } from '../records/add-once.ts';
import { slugFor, numbered } from '../records/slug.ts';
import { lockTable } from '../records/unique.ts';
import { addRecord, addRecordIn, updateRecord } from '../record-changes/save.ts';
import { linkAt } from './link-addresses.ts';
import { links, LONGEST_NOTE } from './link.ts';
import { hasCredentials, ownPath } from './target.ts';

interface Entered {
  input: unknown;
  publicUrl: string;
}

/** @throws as addRecord does */
export async function addLink(
  db: Database,
  actor: Actor | null,
  { input, publicUrl, once }: Entered & Once,
): Promise<{ key: string }> {
  return addRecord(db, actor, links, withOwnPath(input, publicUrl), { once });
}

/** @throws as updateRecord does */
export function updateLink(
  db: Database,
  actor: Actor | null,
  { input, publicUrl, ...update }: Entered & { key: string; version: number },
): Promise<{ version: number }> {
  return updateRecord(db, actor, links, { ...update, input: withOwnPath(input, publicUrl) });
}

/** Stores an address on this site as a path: it still works when the site moves, and is checked like every path. */
function withOwnPath(input: unknown, publicUrl: string): unknown {
  if (typeof input !== 'object' || input === null || !('url' in input) || typeof input.url !== 'string') return input;
  const url = input.url.trim();
  // A name or a password in it is refused, not left out.
  const path = hasCredentials(url) ? undefined : ownPath(url, publicUrl);
  return { ...input, url: path ?? url };
}

/**
 * Finds the short link to an event, or makes one from its title.
 * @throws NotAllowed, NotFound, Rejected for a draft
 */
export async function shortLinkOf(db: Database, actor: Actor | null, eventKey: string): Promise<{ slug: string }> {
  requireCapability(actor, 'change content');
  const event = await requireAnyEvent(db, eventKey);
  if (event.publishAt !== null) throw new Rejected('A draft cannot have a short link: the link would give it away.');
  const url = `/events/${encodeURIComponent(event.key)}`;
  const note = eventName(event.title).slice(0, LONGEST_NOTE);
  return db.write(async (tx) => {
    // If two people press at once, the second finds the link that the first has made.
    await lockTable(tx, links.table);
    const known = await findLinkLeadingTo(tx, url);
    if (known) return known;
    const slug = await freeSlug(tx, slugFor(event.title) || 'event');
    await addRecordIn(tx, actor, links, { slug, url, note, until: null });
    return { slug };
  });
}

async function findLinkLeadingTo({ query }: Reader, url: string): Promise<{ slug: string } | undefined> {
  const rows = await query
    .selectFrom('links')
    .select('slug')
    .where('url', '=', url)
    .where((is) => is.or([is('until_at', 'is', null), is('until_at', '>', Date.now())]))
    .orderBy('key')
    .execute();
  return rows.flatMap(({ slug }) => (slug === null ? [] : [{ slug }])).at(0);
}

/** A slug that no link has or had before: posters may still show an old one. */
async function freeSlug(db: Reader, wanted: string): Promise<string> {
  let slug = wanted;
  for (let at = 2; await linkAt(db, slug); at++) slug = numbered(wanted, at);
  return slug;
}
