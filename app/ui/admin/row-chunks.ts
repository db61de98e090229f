import { useEffect, useState, type RefObject } from 'react';

/** Rows in one chunk; as many as a screen or two can show. */
export const CHUNK = 60;

/** Up to so many rows, everything is drawn at once, and the browser's own search finds it. */
export const DRAWN_WHOLE = 240;

export function rowChunks<Row>(rows: readonly Row[]): (readonly Row[])[] {
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, at) => rows.slice(at * CHUNK, (at + 1) * CHUNK));
}

const AHEAD = '1500px';

interface NearOptions {
  fromTheStart: boolean;
  /** The height in pixels before it has been drawn. */
  estimate: number;
  scroller?: RefObject<HTMLElement | null>;
}

export function useNear(element: RefObject<HTMLElement | null>, { fromTheStart, estimate, scroller }: NearOptions) {
  const [state, setState] = useState({ near: fromTheStart, height: estimate });
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last)
          setState((now) =>
            now.near === last.isIntersecting
              ? now
              : { near: last.isIntersecting, height: last.boundingClientRect.height },
          );
      },
      { root: scroller?.current ?? null, rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, scroller]);
  return state;
}
