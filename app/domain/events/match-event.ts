import type { EventRow } from '../../db/tables.ts';
import { missingWords } from '../text-search.ts';
import { daysNamed } from '../../time/club-time.ts';

/** What a search for words looks at. */
export const SEARCHED = ['key', 'time_start', 'title', 'presenter', 'location', 'custom_date'] as const;

export type SearchedRow = Pick<EventRow, (typeof SEARCHED)[number]>;

/**
 * Tells whether an event has every one of the folded words in its title, presenter, place or custom date, or starts in the
 * year, month or day that a word names at the club.
 */
export function eventMatcher(words: string[], timeZone: string): (row: SearchedRow) => boolean {
  // The ends of a year are worked out once.
  const days = new Map(words.map((word) => [word, daysNamed(word, timeZone)]));
  return ({ title, presenter, location, custom_date: date, time_start: start }) =>
    missingWords([title, presenter, location, date].join(' '), words).every((word) => {
      const named = days.get(word);
      return named !== undefined && start !== null && start >= named.from && start < named.to;
    });
}
