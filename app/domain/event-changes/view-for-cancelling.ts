import type { Reader } from '../../db/db.server.ts';
import type { ClubEvent } from '../events/event.ts';
import { isPublic } from '../events/visibility.ts';
import { countPeopleToTell } from '../sign-ups/tell-about-changes.ts';
import { countUnpaidPastDeadline } from '../sign-ups/commands/unpaid.ts';

/** The version on the screen, how many people a cancellation would mail, and how many have not paid in time. */
export async function viewForCancelling(db: Reader, event: ClubEvent, mayCount: boolean) {
  return {
    version: event.version,
    recipients: mayCount ? await countPeopleToTell(db, event) : null,
    late: mayCount && (event.cancelled || !isPublic(event)) ? await countUnpaidPastDeadline(db, event) : 0,
  };
}
