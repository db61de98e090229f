import { RECORDS } from '../../domain/records/all.ts';
import { entries } from './entry.ts';
import { events } from './event.ts';
import { filesSettings } from './files-settings.ts';
import { forms } from './form.ts';
import { keptCollections } from './kept.ts';
import { collectionOf } from './record.ts';
import { users } from './user.ts';

/** The collections of the file that this product knows, by name, in the order of the export. */
export const COLLECTIONS = {
  event: events,
  exec: collectionOf(RECORDS.exec),
  food: collectionOf(RECORDS.food),
  dsc: collectionOf(RECORDS.dsc),
  files: filesSettings,
  form: forms,
  entry: entries,
  user: users,
} as const;

/** Where everything else goes. */
export const OTHERS = keptCollections;

export type CollectionName = keyof typeof COLLECTIONS;

/** True for a collection of the import format that this product knows. */
export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name);
}
