import { formatViewTime, type ClubClock } from '../../time/club-time.ts';

/** Stored in `publish_at` for a draft without a time: later than any time. */
export const NEVER = Number.MAX_SAFE_INTEGER;

export const VISIBILITIES = ['Published', 'Draft', 'Publish at'] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** The end of the year 9999. */
export const LATEST = 253_402_300_799_999;

/** When it will be published, in epoch milliseconds; null once it is public. */
export type PublishAt = number | 'never' | null;

export function readPublishAt(stored: number | null): PublishAt {
  return stored === NEVER ? 'never' : stored;
}

/** 'Draft', or 'Publishes Nov 20, 2026, 07:30 PM'; empty if it is public. */
export function visibilityText(publishAt: PublishAt, clock: ClubClock): string {
  if (publishAt === null) return '';
  return publishAt === 'never' || publishAt === NEVER ? 'Draft' : `Publishes ${formatViewTime(publishAt, clock)}`;
}
