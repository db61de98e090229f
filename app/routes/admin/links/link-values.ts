import { links, type ShortLink } from '../../../domain/links/link.ts';
import { dialogEntries, each } from '../../../domain/records/dialog.ts';
import { momentOf, writeWallTime, type Occurrence } from '../../../time/club-date-time.ts';

export interface LinkValues {
  slug: string;
  url: string;
  note: string;
  until: string;
  untilOccurrence: Occurrence;
}

export const LINK_LABELS: Record<keyof LinkValues, string> = {
  ...each(dialogEntries(links), 'label'),
  untilOccurrence: 'Until, first or second',
};

export const NEW_LINK: LinkValues = { slug: '', url: '', note: '', until: '', untilOccurrence: '' };

export function linkValuesOf({ slug, url, note, until }: ShortLink, timeZone: string): LinkValues {
  if (until === null) return { ...NEW_LINK, slug, url, note };
  const { wall, occurrence } = writeWallTime(until, timeZone);
  return { slug, url, note, until: wall, untilOccurrence: occurrence };
}

/** `until` is NaN if it is not a moment. `saved` is the stored one, whose seconds the dialog does not show. */
export function toInput(values: LinkValues, timeZone: string, saved: number | null) {
  const { slug, url, note, until, untilOccurrence } = values;
  const shown = saved === null ? undefined : writeWallTime(saved, timeZone);
  if (shown?.wall === until && shown.occurrence === untilOccurrence) return { slug, url, note, until: saved };
  const moment = until === '' ? null : (momentOf(until, untilOccurrence, timeZone) ?? Number.NaN);
  return { slug, url, note, until: moment };
}
