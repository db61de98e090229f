import { followWithAnnouncements } from '../announcements/follow-event.ts';
import { followWithCounts } from '../looking-back/follow-event.ts';
import { followWithForm } from '../responses/follow-event.ts';
import {
  beginDraws,
  fillFreePlaces,
  followWithQuestions,
  followWithReminders,
  mailSignUps,
} from '../sign-ups/follow-event.ts';
import { followWithFiles } from '../uploads/follow-event.ts';
import type { Reaction } from './event-change.ts';
import { noteHistory } from './history.ts';
import { noteTopics } from './topics.ts';
import { moveEventsToTrash } from './trash-events.ts';

/** In this order: a mail's recipients are read before they move up, and before a removed event's sign-ups are gone. */
export const REACTIONS: readonly Reaction[] = [
  followWithFiles,
  followWithForm,
  beginDraws,
  followWithReminders,
  followWithQuestions,
  mailSignUps,
  fillFreePlaces,
  followWithAnnouncements,
  followWithCounts,
  moveEventsToTrash,
  noteHistory,
  noteTopics,
];
