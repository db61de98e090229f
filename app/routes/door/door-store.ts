import { DOOR_LINK, parametersOf } from '../../addresses.ts';
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { OLDEST_ACTION_MS } from '../../domain/sign-ups/door/door-limits.ts';
import type { DoorAction } from '../../domain/sign-ups/door/batch.ts';
import type { DoorList } from '../../domain/sign-ups/door/door.ts';

/** What is stored on this phone: the list of each door, and what was done there and has not been sent yet. */
interface Schema extends DBSchema {
  /** The key is the door's address. */
  lists: { key: string; value: DoorList };
  /** The scripts and styles that its page needs. */
  pages: { key: string; value: string[] };
  actions: { key: string; value: QueuedAction; indexes: { door: string } };
}

/** An action at a door, with what is needed to name it to people once the list is gone. */
export interface NotedAction {
  action: DoorAction;
  name: string;
  /** The events that the door was for. */
  eventKeys: string[];
}

/** An action queued by an earlier version of the site does not say whom it is about. */
interface QueuedAction extends Partial<Omit<NotedAction, 'action'>> {
  action: DoorAction;
  door: string;
  /** In the order in which they were done. */
  place: number;
}

interface StoredDoor {
  list: DoorList | undefined;
  actions: NotedAction[];
}

const NAME = 'clubroom-door';
/** Pages and scripts that open a door without a network. */
const CACHE = 'clubroom-door';

function open(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('lists');
      db.createObjectStore('pages');
      db.createObjectStore('actions', { keyPath: 'action.id' }).createIndex('door', 'door');
    },
  });
}

async function within<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await open();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export function readDoor(door: string): Promise<StoredDoor> {
  return within(async (db) => {
    const [list, queued] = await Promise.all([db.get('lists', door), db.getAllFromIndex('actions', 'door', door)]);
    return { list, actions: inOrder(queued) };
  });
}

function inOrder(queued: QueuedAction[]): NotedAction[] {
  return queued
    .toSorted((one, other) => one.place - other.place)
    .map(({ action, name = 'Somebody', eventKeys = [] }) => ({ action, name, eventKeys }));
}

/** What was done at this event by helpers’ links that have ended since, and was not sent. */
export function readLeftBehind(eventKey: string): Promise<NotedAction[]> {
  return within(async (db) => {
    const [open, queued] = await Promise.all([db.getAllKeys('lists'), db.getAll('actions')]);
    const left = queued.filter(({ door, eventKeys }) => {
      return parametersOf(DOOR_LINK, door) && !open.includes(door) && eventKeys?.includes(eventKey);
    });
    return inOrder(left);
  });
}

export async function storeList(door: string, list: DoorList): Promise<void> {
  await within((db) => db.put('lists', list, door));
}

export function storeActions(door: string, actions: NotedAction[]): Promise<void> {
  return within(async (db) => {
    const { store, done } = db.transaction('actions', 'readwrite');
    const place = Date.now();
    await Promise.all(actions.map((noted, at) => store.put({ ...noted, door, place: place + at / 1000 })));
    await done;
  });
}

export function forgetActions(ids: string[]): Promise<void> {
  return within(async (db) => {
    const { store, done } = db.transaction('actions', 'readwrite');
    await Promise.all(ids.map((id) => store.delete(id)));
    await done;
  });
}

/** Stores a door's page, with the scripts and styles that it needs, so that it opens without a network. */
export async function storePage(door: string, page: Response, files: string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await cache.addAll(files.filter((file) => !known.has(file)));
  await cache.put(door, page);
  await within((db) => db.put('pages', files, door));
  await dropUnneeded();
}

/** Removes files of earlier versions of the site that no door needs any more. */
async function dropUnneeded(): Promise<void> {
  if (!('caches' in globalThis)) return;
  const [doors, files] = await within((db) => Promise.all([db.getAllKeys('pages'), db.getAll('pages')]));
  if (doors.length === 0) {
    await caches.delete(CACHE);
    return;
  }
  const needed = new Set([...doors, ...files.flat()]);
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

export async function forgetOldActions(now = Date.now()): Promise<void> {
  const queued = await within((db) => db.getAll('actions'));
  await forgetActions(queued.filter(({ action }) => action.at < now - OLDEST_ACTION_MS).map(({ action }) => action.id));
}

/** Removes the names of a door from this phone; what was done there stays until it is sent. */
export async function forgetList(door: string): Promise<void> {
  await within((db) => Promise.all([db.delete('lists', door), db.delete('pages', door)]));
  await dropUnneeded();
}

/** Removes everything of a door from this phone, even what was not sent. */
export async function forgetDoor(door: string): Promise<void> {
  await within(async (db) => {
    const { store, done } = db.transaction('actions', 'readwrite');
    for (const id of await store.index('door').getAllKeys(door)) await store.delete(id);
    await done;
  });
  await forgetList(door);
}

/** The addresses of the doors that are stored on this phone, each with the end of its list. */
export function listDoors(): Promise<Map<string, { until: number }>> {
  return within(async (db) => {
    const [doors, lists, queued] = await Promise.all([
      db.getAllKeys('lists'),
      db.getAll('lists'),
      db.getAll('actions'),
    ]);
    const unlisted = queued.map(({ door }) => [door, { until: Infinity }] as const);
    const listed = doors.map((door, at) => [door, { until: lists[at]?.until ?? Infinity }] as const);
    return new Map([...unlisted, ...listed]);
  });
}

/** True if this browser has ever stored a door. */
export async function isInUse(): Promise<boolean> {
  const databases = await indexedDB.databases?.();
  return databases?.some(({ name }) => name === NAME) ?? true;
}

export async function findStoredPage(door: string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(door);
}

export async function findStoredFile(request: Request): Promise<Response | undefined> {
  return (await caches.has(CACHE)) ? (await caches.open(CACHE)).match(request, { ignoreSearch: true }) : undefined;
}
