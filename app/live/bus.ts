import type { Change } from '../domain/topics.ts';

export type ChangeListener = (changes: Change[]) => void;

/** Tells committed changes to whatever in this process keeps or shows them. */
export interface Bus {
  publish: ChangeListener;
  /** Gives back how to stop listening. */
  subscribe: (listener: ChangeListener) => () => void;
}

export function createBus(): Bus {
  const listeners = new Set<ChangeListener>();
  return {
    publish(changes) {
      for (const listener of listeners) listener(changes);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
