import { followWithAnnouncements } from './announcements.ts';
import { followWithCounts } from './counts.ts';
import { followWithForm } from './form.ts';
import {
  beginDraws,
  dropOutdatedMails,
  fillFreePlaces,
  followWithReminders,
  keepUnpaid,
  mailSignUps,
  moveDeadlines,
  reopenPayments,
} from './update-sign-ups.ts';
import { followWithFiles } from './files.ts';
import type { Reaction } from './event-change.ts';
import { followWithDoorLinks } from './door-links.ts';
import { mailProposals } from './proposal-mails.ts';
import { noteHistory } from './history.ts';
import { noteTopics } from './topics.ts';
import { moveEventsToTrash } from './trash.ts';

/**
 * The order matters: a mail’s recipients are read before people move up, and before a removed event’s sign-ups are
 * gone.
 */
export const REACTIONS: readonly Reaction[] = [
  followWithFiles,
  followWithForm,
  beginDraws,
  moveDeadlines,
  reopenPayments,
  keepUnpaid,
  followWithReminders,
  dropOutdatedMails,
  mailSignUps,
  fillFreePlaces,
  followWithAnnouncements,
  followWithCounts,
  followWithDoorLinks,
  mailProposals,
  moveEventsToTrash,
  noteHistory,
  noteTopics,
];
