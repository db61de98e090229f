import { TOPICS, type Change } from '../domain/topics.ts';

export type ChangeListener = (changes: Change[]) => void;

/** Tells committed changes to whatever in this process keeps or shows them. */
export interface Bus {
  publish: ChangeListener;
  /** Says that changes may have been missed, such as while the database's notices could not be heard. */
  missed: () => void;
  /**
   * `onMissed` must forget everything it knows; without it, one change per topic with an empty key is told instead.
   * Gives back how to stop listening.
   */
  subscribe: (listener: ChangeListener, onMissed?: () => void) => () => void;
}

export function createBus(): Bus {
  const listeners = new Map<ChangeListener, () => void>();
  return {
    publish(changes) {
      for (const listener of listeners.keys()) listener(changes);
    },
    missed() {
      for (const onMissed of listeners.values()) onMissed();
    },
    subscribe(listener, onMissed = () => listener(TOPICS.map((topic) => ({ topic, key: '' })))) {
      listeners.set(listener, onMissed);
      return () => listeners.delete(listener);
    },
  };
}
