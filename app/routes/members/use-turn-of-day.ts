import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { inBackground } from '../../ui/in-background.ts';

/** Reloads the page's data at `at` (epoch ms), when the club's next day begins. */
export function useTurnOfDay(at: number | undefined): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setTimeout(() => inBackground(revalidate()), Math.max(0, at - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [at, revalidate]);
}
