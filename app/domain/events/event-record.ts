import { fileRecord, type FileRecord } from '../uploads/file-record.ts';
import type { ClubEvent } from './event.ts';

/** An event as programs read it: the fields, names and nesting of product.md 3. Times are epoch milliseconds. */
export interface EventRecord {
  $key: string;
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
  image: FileRecord | null;
  gallery: FileRecord[];
  resources: FileRecord[];
  datetime: { timeStartTimestamp: number | null; timeEndTimestamp: number | null };
}

/** An event as the lists for programs show it, times nested under `datetime` (product.md 3). */
export function eventRecord(event: ClubEvent): EventRecord {
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
  };
}
