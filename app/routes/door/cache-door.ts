import { DOOR, parametersOf } from '../../addresses.ts';
import { readPage } from '../../read-answer.ts';
import { listPageFiles } from '../../ui/offline/page-files.ts';
import { forgetDoor, forgetList, forgetOldActions, isInUse, storePage, listDoors } from './door-store.ts';
import { loadDetector } from './detector.ts';

/** Caches this door’s page on the phone with everything that it needs, so that it opens without a network. */
export async function cacheDoor(door: string): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  const { default: workerUrl } = await import('./door.worker.ts?worker&url');
  await navigator.serviceWorker.register(workerUrl, { scope: door, type: import.meta.env.DEV ? 'module' : 'classic' });
  await loadDetector();
  const page = await fetch(door, { headers: { accept: 'text/html' } });
  const files = await listPageFiles(await readPage(page.clone()), { loaded: true });
  await storePage(door, page, files);
}

/** Removes this door from the phone, except what was done there and not sent. */
export async function forgetOffline(door: string): Promise<void> {
  await forgetList(door);
  const registration = await navigator.serviceWorker?.getRegistration(door);
  if (registration && new URL(registration.scope).pathname === door) await registration.unregister();
}

/** Removes closed doors from the phone; called when another one is opened. */
export async function forgetClosedDoors(now = Date.now()): Promise<void> {
  for (const [door, { until }] of await listDoors()) if (until <= now) await forgetOffline(door);
  await forgetOldActions(now);
}

/** Signing out removes everything from the phone, even what was not sent yet. Helpers' doors stay until they end. */
export async function forgetSignedInDoors(): Promise<void> {
  for (const door of await listSignedInDoors()) {
    await forgetOffline(door);
    await forgetDoor(door);
  }
}

/** If a session ends without signing out, the names are removed. What was not sent yet is sent after the next sign-in. */
export async function forgetSignedInNames(): Promise<void> {
  for (const door of await listSignedInDoors()) await forgetOffline(door);
}

async function listSignedInDoors(): Promise<string[]> {
  if (!(await isInUse())) return [];
  return [...(await listDoors()).keys()].filter((door) => parametersOf(DOOR, door));
}
