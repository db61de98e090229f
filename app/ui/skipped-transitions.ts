import { useEffect } from 'react';

/**
 * A page that overtakes another ends its transition: the browser rejects a promise for that, the router leaves it to
 * nobody, and the console would be told of an error that is none.
 */
export function useSkippedTransitions(): void {
  useEffect(() => {
    if (!('startViewTransition' in document)) return undefined;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.catch(() => undefined);
      return transition;
    };
    return () => {
      document.startViewTransition = start;
    };
  }, []);
}
