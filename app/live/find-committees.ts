import type { Reader } from '../db/db.server.ts';
import { committeesOfEvent, committeesOfForm } from '../domain/events/rights.ts';
import type { Change } from '../domain/topics.ts';

/** The committees whose events a change is about; none if that is unknown. */
export function committeeFinder(db: Reader) {
  return async ({ topic, key }: Pick<Change, 'topic' | 'key'>): Promise<(string | null)[]> => {
    if (topic === 'entry') return committeesOfForm(db, key.split('/')[0] ?? '');
    return committeesOfEvent(db, key);
  };
}
