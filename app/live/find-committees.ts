import type { Reader } from '../db/db.server.ts';
import { committeesOfDraft } from '../domain/committees/committees-of-draft.ts';
import { committeesOfEvent, committeesOfForm } from '../domain/events/rights.ts';
import type { Change } from '../domain/topics.ts';

/** The committees whose events a change is about: none if that is unknown, 'all' if it is about no event. */
export function committeeFinder(db: Reader) {
  return async ({ topic, key }: Pick<Change, 'topic' | 'key'>): Promise<(string | null)[] | 'all'> => {
    if (topic === 'entry') return committeesOfForm(db, key.split('/')[0] ?? '');
    if (topic === 'draft') return committeesOfDraft(db, key);
    return committeesOfEvent(db, key);
  };
}
