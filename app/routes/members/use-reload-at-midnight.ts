import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { inBackground } from '../../ui/in-background.ts';

/** Loads the page's data again at `at` (epoch milliseconds), when the club's next day begins. */
export function useReloadAtMidnight(at: number | undefined): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => inBackground(revalidate()), Math.max(0, at - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [at, revalidate]);
}
