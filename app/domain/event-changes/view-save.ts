import type { Reader } from '../../db/db.server.ts';
import type { ClubEvent } from '../events/event.ts';
import { isPublic } from '../events/visibility.ts';
import { countPeopleToTell } from '../sign-ups/tell-about-changes.ts';
import { countUnpaidPastDeadline } from '../sign-ups/commands/unpaid.ts';

/** The save of an event that is shown: how many its cancellation would write to, and who has not paid in time. */
export async function viewSave(db: Reader, event: ClubEvent, mayCount: boolean) {
  return {
    version: event.version,
    recipients: mayCount ? await countPeopleToTell(db, event) : null,
    late: mayCount && (event.cancelled || !isPublic(event)) ? await countUnpaidPastDeadline(db, event) : 0,
  };
}
