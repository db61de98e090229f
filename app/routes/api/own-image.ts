import { buffer } from 'node:stream/consumers';
import type { ClubEvent } from '../../domain/events/event.ts';
import { guidOf } from '../../domain/files/stored-file.ts';
import type { Storage } from '../../storage/storage.server.ts';

/** Where the event's own image is stored; undefined if it has none, or if it is missing or on another host. */
export async function findOwnImage(storage: Storage, { image }: ClubEvent): Promise<string | undefined> {
  if (!image?.path || !guidOf(image)) return undefined;
  const path = `${image.path}/${image.name}`;
  return (await storage.exists(path).catch(() => false)) ? path : undefined;
}

export async function readOwnImage(storage: Storage, path: string): Promise<Buffer> {
  return buffer(await storage.read(path));
}
