import { useEffect } from 'react';

/** An overtaken page transition rejects a promise that nobody handles: the console would tell of an error that is none. */
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
