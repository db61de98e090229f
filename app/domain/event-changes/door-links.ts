import { endDoorLinks } from '../sign-ups/door/links.ts';
import type { Reaction } from './event-change.ts';

/** Links for helpers end when the committee that gave them away loses the event. */
export const followWithDoorLinks: Reaction = async (tx, changes) => {
  for (const { key, before, after } of changes)
    if (before && after && before.committee !== after.committee) await endDoorLinks(tx, key);
};
