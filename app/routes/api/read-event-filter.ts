import type { Context } from 'hono';
import type { OnlyEvents } from '../../feeds/feed.ts';
import { findOrganiser } from '../../domain/events/event-view.ts';
import type { EventFilter } from '../../domain/events/visibility.ts';
import { cachedKind, findKind } from '../../domain/kinds/list.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Site } from '../../site.ts';

interface AskedEvents {
  of: EventFilter;
  /** For the names of calendars and feeds; undefined for all events, and for a made-up filter. */
  only: OnlyEvents | undefined;
  /** The part of the filter that may be in the address of a cached answer. */
  query: { committee: string | null; kind: string | null };
}

/** Reads `?committee={key}&kind={slug}`. A made-up one matches nothing and is not cached. */
export async function readEventFilter(db: Site['db'], { req }: Context<AppEnv>): Promise<AskedEvents> {
  const committee = req.query('committee') || undefined;
  const slug = req.query('kind') ?? null;
  const kind = await findKind(db, slug);
  const organiser = committee === undefined ? null : await findOrganiser(db, committee);
  const query = { committee: organiser?.key ?? null, kind: cachedKind(slug, kind?.key) };
  return { of: { committee, kind: kind?.key }, only: onlyOf([organiser?.name, kind?.name], query), query };
}

export function onlyOf(names: (string | undefined)[], query: AskedEvents['query']): OnlyEvents | undefined {
  const asked = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  if (asked.length === 0) return undefined;
  return { name: names.filter(Boolean).join(', '), query: `?${new URLSearchParams(asked)}` };
}
