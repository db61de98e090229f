import { useEffect, useRef } from 'react';

/** The ref of something that appears where it may not be seen: it is scrolled into view, and again when `news` changes. */
export function useIntoView(news: unknown) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [news]);
  return place;
}
