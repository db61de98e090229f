import type { EventRow } from '../../db/tables.ts';
import { readStored } from '../stored-json.ts';
import type { StoredFile } from '../uploads/stored-file.ts';

/** An event as the club knows it (product.md 3). Times are epoch milliseconds. */
export interface ClubEvent {
  key: string;
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
  image: StoredFile | null;
  gallery: StoredFile[];
  resources: StoredFile[];
  start: number | null;
  end: number | null;
  version: number;
  updatedAt: number;
}

/** A row as an event: what a record did not say becomes empty, false or none. */
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
    version: row.version,
    updatedAt: row.updated_at,
  };
}
