import { useSyncExternalStore } from 'react';

/** Whether the browser has a network at all; true on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
}

/**
 * How a link loads its page ahead. Not without a network: where that fails the router loads the whole document anew, and
 * the page that the link is on, with what is typed into it, gives way to the browser's own.
 */
export function usePrefetch(): 'intent' | 'none' {
  return useOnline() ? 'intent' : 'none';
}

function follow(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}
