import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { startOfToday } from '../../time/club-time.ts';
import { findOrganiser } from '../../domain/events/event-view.ts';
import { isCursorOfEvent, type PastPage } from '../../domain/events/past-events.ts';
import { cachedKind, findKindKey } from '../../domain/kinds/list.ts';
import type { Route } from './+types/past-page';
import { readPastQuery } from './past-query.ts';
import { readFound } from './read-found.server.ts';
import { onlyRead } from '../../http/actions.ts';

export async function loader({ context, request }: Route.LoaderArgs): Promise<{ past: PastPage }> {
  const { db, clock } = context.get(siteContext);
  const query = readPastQuery(new URL(request.url).searchParams);
  const kind = await findKindKey(db, query.kind);
  const organiser = query.committee ? await findOrganiser(db, query.committee) : null;
  const before = query.before && (await isCursorOfEvent(db, query.before)) ? query.before : null;
  const only = { committee: organiser?.key ?? null, kind: cachedKind(query.kind, kind) };
  const cached = { before, year: null, q: null, ...only };
  cacheUntil(context, { topics: ['event', 'committee'], query: cached, untilMidnight: true });
  const { past } = await readFound({ db, clock }, startOfToday(clock.timeZone), { ...query, kind });
  return { past };
}

/** If loading fails, only this part says so. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<{ past: PastPage | null }> {
  return serverLoader().catch((error: unknown) => {
    if (request.signal.aborted) throw error;
    return { past: null };
  });
}

export const action = onlyRead;
