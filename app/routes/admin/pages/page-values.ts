import { PLACE_NAMES, PLACES, placeOf, type ClubPage } from '../../../domain/pages/page.ts';
import type { PublishAt, Visibility } from '../../../domain/records/publish-at.ts';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { momentOf, writeWallTime, type Occurrence } from '../../../time/club-date-time.ts';

export interface PageValues {
  title: string;
  slug: string;
  text: string;
  where: string;
  visibility: Visibility;
  publishAt: string;
  publishAtOccurrence: Occurrence;
  /** An uploaded picture that is not in the text yet. */
  picture: StoredFile | null;
  alt: string;
}

export const PAGE_LABELS: Record<keyof PageValues, string> = {
  title: 'Title',
  slug: 'Address',
  text: 'Text',
  where: 'Where',
  visibility: 'Visibility',
  publishAt: 'Publish at',
  publishAtOccurrence: 'Publish at, first or second',
  picture: 'Upload Image',
  alt: 'Image Description',
};

export const NEW_PAGE: PageValues = {
  title: '',
  slug: '',
  text: '',
  where: PLACE_NAMES.menu,
  picture: null,
  alt: '',
  visibility: 'Published',
  publishAt: '',
  publishAtOccurrence: '',
};

export function pageValuesOf({ title, slug, text, where, publishAt }: ClubPage, timeZone: string): PageValues {
  const { wall, occurrence } =
    typeof publishAt === 'number' ? writeWallTime(publishAt, timeZone) : { wall: '', occurrence: '' as const };
  const visibility = publishAt === null ? 'Published' : publishAt === 'never' ? 'Draft' : 'Publish at';
  return {
    ...NEW_PAGE,
    title,
    slug,
    text,
    where: PLACE_NAMES[placeOf(where)],
    visibility,
    publishAt: wall,
    publishAtOccurrence: occurrence,
  };
}

export function toInput({ title, slug, text, where, ...values }: PageValues, timeZone: string) {
  const place = PLACES.find((one) => PLACE_NAMES[one] === where);
  return { title, slug, text, where: place, publishAt: publishAtOf(values, timeZone) };
}

type Moment = Pick<PageValues, 'visibility' | 'publishAt' | 'publishAtOccurrence'>;

/** NaN if it is not a moment. */
function publishAtOf({ visibility, publishAt, publishAtOccurrence }: Moment, timeZone: string): PublishAt {
  if (visibility === 'Published') return null;
  return visibility === 'Draft' ? 'never' : (momentOf(publishAt, publishAtOccurrence, timeZone) ?? Number.NaN);
}
