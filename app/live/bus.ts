import { TOPICS, type Change } from '../domain/topics.ts';

type ChangeListener = (changes: Change[]) => void;

export interface Bus {
  publish: ChangeListener;
  /** Call it when changes may have been missed, for example while there was no connection to the database. */
  missed: () => void;
  /** `onMissed` has to forget everything it knows. Without it, the listener gets one change per topic, with an empty key. */
  subscribe: (listener: ChangeListener, onMissed?: () => void) => () => void;
}

/** While a crowd signs up, pages hear about places this often, in milliseconds. */
const PLACES_MS = 500;

export function createBus(): Bus {
  const listeners = new Map<ChangeListener, () => void>();
  /** The events about whose places pages were notified lately: true if they have changed again since. */
  const placesChanged = new Map<string, boolean>();

  /** Returns what pages are told at once; of the places of one event they hear again later. */
  function holdBackRepeats(changes: Change[]): Change[] {
    return changes.filter(({ topic, key }) => {
      if (topic !== 'places') return true;
      const isFirst = !placesChanged.has(key);
      placesChanged.set(key, !isFirst);
      if (isFirst) setTimeout(publishHeldBack, PLACES_MS, key).unref();
      return isFirst;
    });
  }

  function publishHeldBack(key: string): void {
    const hasChanged = placesChanged.get(key) ?? false;
    placesChanged.delete(key);
    if (hasChanged) publish([{ topic: 'places', key }]);
  }

  function publish(changes: Change[]): void {
    const now = holdBackRepeats(changes);
    if (now.length > 0) for (const listener of listeners.keys()) listener(now);
  }

  return {
    publish,
    missed() {
      for (const onMissed of listeners.values()) onMissed();
    },
    subscribe(listener, onMissed = () => listener(TOPICS.map((topic) => ({ topic, key: '' })))) {
      listeners.set(listener, onMissed);
      return () => listeners.delete(listener);
    },
  };
}
