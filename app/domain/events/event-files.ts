import type { Reader } from '../../db/db.server.ts';
import { linkFiles } from '../uploads/link-files.ts';
import type { StoredFile } from '../uploads/stored-file.ts';
import type { EventInput } from './event-input.ts';
import type { ClubEvent } from './event.ts';

/** The files of an event, by field. */
export type EventFiles = Pick<ClubEvent, 'image' | 'gallery' | 'resources'>;

/** All files of an event: its image, its gallery and its resources. */
export function filesOf({ image, gallery, resources }: EventFiles): StoredFile[] {
  return [...(image ? [image] : []), ...gallery, ...resources];
}

/**
 * The files that the dialog names, as the event will name them.
 * @throws Rejected for one that was not uploaded.
 */
export async function linkEventFiles(db: Reader, input: EventInput, before: ClubEvent | null): Promise<EventFiles> {
  const had = before ? filesOf(before) : [];
  const [image] = await linkFiles(db, input.image ? [input.image] : [], { field: 'image', had, imagesOnly: true });
  return {
    image: image ?? null,
    gallery: await linkFiles(db, input.gallery, { field: 'gallery', had, imagesOnly: true }),
    resources: await linkFiles(db, input.resources, { field: 'resources', had }),
  };
}
