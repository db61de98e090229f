import { findOrganiser } from '../../domain/events/event-view.ts';
import type { Site } from '../../site.ts';
import type { OfCommittee } from '../../domain/events/visibility.ts';

/** `?committee={key}`: a made-up one is answered with nothing, and as the whole is in no memory. */
export async function readCommittee(
  db: Site['db'],
  committee: string | undefined,
): Promise<{ of: OfCommittee; query: { committee: string | null } }> {
  if (committee === undefined) return { of: {}, query: { committee: null } };
  return { of: { committee }, query: { committee: (await findOrganiser(db, committee))?.key ?? null } };
}
