import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { inBackground } from './in-background.ts';

/** The longest time of a browser's timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** If the visitor's clock is fast, the data is requested again and again: before each request, this is doubled. */
const FIRST_WAIT_MS = 5000;

/** Loads the page's data again at a moment, in epoch milliseconds, until the page has another one. */
export function useReloadAt(moment: number | null): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (moment === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let wait = FIRST_WAIT_MS;
    const look = () => {
      const isTime = Date.now() >= moment;
      if (isTime) inBackground(revalidate());
      timer = setTimeout(look, isTime ? (wait *= 2) : Math.min(LONGEST_TIMER_MS, moment - Date.now() + 100));
    };
    look();
    return () => clearTimeout(timer);
  }, [moment, revalidate]);
}
