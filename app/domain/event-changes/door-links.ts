import { endDoorLinks } from '../sign-ups/door/links.ts';
import type { Reaction } from './event-change.ts';

/** Links for helpers that another committee gave away end with its hold on the event. */
export const followWithDoorLinks: Reaction = async (tx, changes) => {
  for (const { key, before, after } of changes)
    if (before && after && before.committee !== after.committee) await endDoorLinks(tx, key);
};
