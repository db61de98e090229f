import type { Writer } from '../../db/db.server.ts';
import { noteActivity, type ActivityVerb } from '../activity.ts';
import { isConsequence, type Consequence, type EventChange, type Why } from './event-change.ts';
import { isPublic } from '../events/visibility.ts';

/** Notes what officers read under 'Recent activity'. */
export async function noteHistory(tx: Writer, changes: EventChange[], why: Why): Promise<void> {
  if (why.action === 'import' || isConsequence(why)) return;
  const actor = why.action === 'publish' || why.action === 'propose instead' ? 'the site' : why.actor;
  for (const { key, before, after } of changes) {
    const isPublished = before !== null && !isPublic(before) && after !== null && isPublic(after);
    const verb = why.action === 'edit' && isPublished ? 'published' : VERBS[why.action];
    await noteActivity(tx, actor, verb, 'event', key, (after ?? before)?.title ?? '');
  }
}

const VERBS: Record<Exclude<Why['action'], 'import' | Consequence>, ActivityVerb> = {
  add: 'added',
  edit: 'updated',
  'save retrospective': 'looked back on',
  cancel: 'cancelled',
  resume: 'took back the cancellation of',
  remove: 'removed',
  publish: 'published',
  'propose instead': 'did not publish',
  'bring back': 'restored',
};
