import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { DOOR_LINK, parametersOf } from '../../addresses.ts';
import { inBackground } from '../../ui/in-background.ts';
import { followLive } from '../../ui/live/connection.ts';
import { DoorClient, type DoorView } from './door-client.ts';
import { forgetOffline, cacheDoor } from './cache-door.ts';

/** Follows the door at this address: first from the phone's store, then from the site, and with every change on other phones. */
export function useDoor(door: string): { view: DoorView; client: DoorClient } {
  const client = useMemo(() => new DoorClient(door), [door]);
  const view = useSyncExternalStore(client.subscribe, client.view, client.view);
  useEffect(() => client.start(), [client]);
  const isCurrent = view.list !== undefined && view.isReachable && view.state === 'open';
  useEffect(() => {
    if (isCurrent) inBackground(cacheDoor(door).catch(() => undefined));
  }, [isCurrent, door]);
  const hasEnded = view.state === 'ended';
  useEffect(() => (hasEnded ? undefined : follow(door, () => inBackground(client.sync()))), [hasEnded, client, door]);
  useEffect(() => {
    if (hasEnded) inBackground(forgetOffline(door).catch(() => undefined));
  }, [hasEnded, door]);
  return { view, client };
}

/** Changes within this time cause only one request. */
const GATHER_MS = 150;
const TOPICS = new Set(['*', 'entry', 'event', 'draft', 'form', 'door']);

function follow(door: string, ask: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      ask();
    }, GATHER_MS);
  };
  const token = parametersOf(DOOR_LINK, door)?.token;
  const stop =
    token === undefined
      ? followLive((topics) => {
          if (topics.some((topic) => TOPICS.has(topic))) soon();
        })
      : followDoor(token, soon);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** A helpers' link has its own stream, which tells only of this door and ends with the link. */
function followDoor(token: string, tell: () => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  const open = () => {
    source = new EventSource(`/live?door=${token}`);
    source.onopen = () => {
      failures = 0;
      tell();
    };
    source.addEventListener('change', tell);
    source.onerror = () => {
      source.close();
      tell();
      failures = Math.min(failures + 1, 5);
      timer = setTimeout(open, 300 * 2 ** failures * (0.75 + Math.random() / 2));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
