import type { Context } from 'hono';
import { findOrganiser } from '../../domain/events/event-view.ts';
import type { EventFilter } from '../../domain/events/visibility.ts';
import { cachedKind, findKind, type OnlyKind } from '../../domain/kinds/list.ts';
import type { AppEnv } from '../../http/env.ts';
import type { Site } from '../../site.ts';

interface AskedEvents {
  of: EventFilter;
  kind: OnlyKind | undefined;
  /** What of it may be in the address of a cached answer. */
  query: { committee: string | null; kind: string | null };
}

/** `?committee={key}&kind={slug}`: a made-up one is answered with nothing, and kept in no memory. */
export async function readEventFilter(db: Site['db'], { req }: Context<AppEnv>): Promise<AskedEvents> {
  const committee = req.query('committee');
  const slug = req.query('kind') ?? null;
  const kind = await findKind(db, slug);
  const organiser = committee === undefined ? null : await findOrganiser(db, committee);
  return {
    of: { committee, kind: kind?.key },
    kind,
    query: { committee: organiser?.key ?? null, kind: cachedKind(slug, kind?.key) },
  };
}
