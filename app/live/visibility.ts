import type { Change, Topic } from '../domain/topics.ts';
import type { Actor } from '../domain/users/actor.ts';

/** Topics that concern everyone; of the others, admins are told everything and others what is about themselves. */
const PUBLIC = new Set<Topic>(['event', 'exec', 'food', 'dsc', 'files', 'form']);

/** True for a change that every visitor may be told. */
export function isPublic({ topic }: Change): boolean {
  return PUBLIC.has(topic);
}

/** True for a change that concerns whoever `actor` is: responses are for admins, a user for itself too. */
export function concerns(actor: Pick<Actor, 'uid' | 'admin'> | null, change: Change): boolean {
  if (isPublic(change) || actor?.admin) return true;
  return change.topic === 'user' && change.key === actor?.uid;
}
