import { announceChanges } from './announcements.ts';
import { copyAttendance } from './attendance.ts';
import { saveFormOfEvent } from './form.ts';
import {
  beginDraws,
  dropOutdatedMails,
  fillFreePlaces,
  moveReminders,
  keepUnpaidAfterChange,
  mailSignUps,
  moveDeadlines,
  reopenBillsOfResumed,
} from './update-sign-ups.ts';
import { linkFilesOfEvent } from './files.ts';
import type { Reaction } from './event-change.ts';
import { endLinksOfFormerCommittees } from './door-links.ts';
import { mailOfficersAboutProposals } from './mail-officers-about-proposals.ts';
import { noteHistory } from './history.ts';
import { noteTopics } from './topics.ts';
import { moveEventsToTrash } from './trash.ts';

/**
 * The order matters: a mail’s recipients are read before people move up, and before a removed event’s sign-ups are
 * gone.
 */
export const REACTIONS: readonly Reaction[] = [
  linkFilesOfEvent,
  saveFormOfEvent,
  beginDraws,
  moveDeadlines,
  reopenBillsOfResumed,
  keepUnpaidAfterChange,
  moveReminders,
  dropOutdatedMails,
  mailSignUps,
  fillFreePlaces,
  announceChanges,
  copyAttendance,
  endLinksOfFormerCommittees,
  mailOfficersAboutProposals,
  moveEventsToTrash,
  noteHistory,
  noteTopics,
];
