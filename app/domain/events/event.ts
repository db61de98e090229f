import type { EventRow } from '../../db/tables.ts';
import { readStored } from '../stored-json.ts';
import { fileRecord, type FileRecord, type StoredFile } from '../uploads/stored-file.ts';

interface EventFields {
  title: string;
  presenter: string;
  description: string;
  location: string;
  formId: string | null;
  signupUrl: string | null;
  googleFormUrl: string | null;
  tentative: boolean;
  dscEvent: boolean;
  hiddenDate: boolean;
  customDate: string;
}

/** In `publish_at`, of a draft that no time publishes: later than any. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** product.md 3. Times are epoch milliseconds. */
export interface ClubEvent extends EventFields {
  key: string;
  image: StoredFile | null;
  gallery: StoredFile[];
  resources: StoredFile[];
  start: number | null;
  end: number | null;
  /** Until it is published: when that will be. */
  publishAt: number | 'never' | null;
  cancelled: boolean;
  cancelReason: string;
  recap: string;
  announce: boolean;
  version: number;
  updatedAt: number;
}

export function toEvent(row: EventRow): ClubEvent {
  return {
    key: row.key,
    title: row.title ?? '',
    presenter: row.presenter ?? '',
    description: row.description ?? '',
    location: row.location ?? '',
    formId: row.form_id,
    signupUrl: row.signup_url,
    googleFormUrl: row.google_form_url,
    tentative: row.tentative === 1,
    dscEvent: row.dsc_event === 1,
    hiddenDate: row.hidden_date === 1,
    customDate: row.custom_date ?? '',
    image: readStored<StoredFile | null>(row.image, null),
    gallery: readStored<StoredFile[]>(row.gallery, []),
    resources: readStored<StoredFile[]>(row.resources, []),
    start: row.time_start,
    end: row.time_end,
    publishAt: row.publish_at === NEVER ? 'never' : row.publish_at,
    cancelled: row.cancelled === 1,
    cancelReason: row.cancel_reason ?? '',
    recap: row.recap ?? '',
    announce: row.announce === 1,
    version: row.version,
    updatedAt: row.updated_at,
  };
}

export function eventName(title: string): string {
  return title || 'Untitled event';
}

/** As calendars, feeds and pictures name it, where its mark has no other place; that it is cancelled says all. */
export function markedWith({ cancelled, tentative }: Pick<ClubEvent, 'cancelled' | 'tentative'>, text: string): string {
  if (cancelled) return `[CANCELLED] ${text}`;
  return tentative ? `[TENTATIVE] ${text}` : text;
}

export type EventFiles = Pick<ClubEvent, 'image' | 'gallery' | 'resources'>;

export function filesOfEvent({ image, gallery, resources }: EventFiles): StoredFile[] {
  return [...(image ? [image] : []), ...gallery, ...resources];
}

export type DatedEvent = ClubEvent & { start: number };

// The years 1 to 9999, which every date format for programs can write.
const FIRST = Date.parse('0001-01-02');
const LAST = Date.parse('9999-12-30');

/** Not hidden behind a custom date (product.md 3), nor out of any calendar. */
export function hasFixedDate<Dated extends Pick<ClubEvent, 'hiddenDate' | 'start'>>(
  event: Dated,
): event is Dated & { start: number } {
  return !event.hiddenDate && event.start !== null && isWritable(event.start);
}

/** undefined where it is missing or not after the start. */
export function endOf({ start, end }: Pick<DatedEvent, 'start' | 'end'>): number | undefined {
  return end !== null && end > start && isWritable(end) ? end : undefined;
}

function hasEndedBefore(event: ClubEvent, midnight: number): boolean {
  return hasFixedDate(event) && (endOf(event) ?? event.start) < midnight;
}

function isWritable(time: number): boolean {
  return time >= FIRST && time <= LAST;
}

/** As programs read it (product.md 3). Times are epoch milliseconds. */
export interface EventRecord extends EventFields {
  $key: string;
  image: FileRecord | null;
  gallery: FileRecord[];
  resources: FileRecord[];
  datetime: { timeStartTimestamp: number | null; timeEndTimestamp: number | null };
  cancelled?: true;
  cancelReason?: string;
  /** Left out until the day after the event. */
  recap?: string;
}

/** At a moment of the day that began at `midnight`. */
export function eventRecord(event: ClubEvent, midnight: number): EventRecord {
  return {
    $key: event.key,
    title: event.title,
    presenter: event.presenter,
    description: event.description,
    location: event.location,
    formId: event.formId,
    signupUrl: event.signupUrl,
    googleFormUrl: event.googleFormUrl,
    tentative: event.tentative,
    dscEvent: event.dscEvent,
    hiddenDate: event.hiddenDate,
    customDate: event.customDate,
    image: event.image && fileRecord(event.image),
    gallery: event.gallery.map(fileRecord),
    resources: event.resources.map(fileRecord),
    datetime: { timeStartTimestamp: event.start, timeEndTimestamp: event.end },
    ...(event.cancelled && { cancelled: true, cancelReason: event.cancelReason }),
    ...(event.recap && hasEndedBefore(event, midnight) && { recap: event.recap }),
  };
}
