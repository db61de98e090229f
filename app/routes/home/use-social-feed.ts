import { useEffect, useRef, useState } from 'react';
import { inBackground } from '../../ui/in-background.ts';

/** 'offered': a plain link in the timeline's place. 'failed': for good, but its place is kept while it is in view. */
export type FeedState = 'offered' | 'shown' | 'failed' | 'left out';

/** How near the visitor comes before anything is asked of another host. */
const NEAR = '200px';

/** It has failed when the script cannot be loaded, its frame is blocked or nothing has come after ten seconds. */
export function useSocialFeed(src: string) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FeedState>('offered');

  useEffect(() => {
    const here = place.current;
    if (!here) return;
    let isLeft = false;
    const begin = async () => {
      const loading = await import('./load-timeline.ts').catch(() => null);
      if (isLeft) return;
      if (loading) stop = loading.loadTimeline(src, here, setState);
      else setState('failed');
    };
    let stop = whenNear(here, NEAR, () => inBackground(begin()));
    return () => {
      isLeft = true;
      stop();
    };
  }, [src]);

  useEffect(() => {
    const here = place.current?.parentElement;
    // Whatever is below it would jump if it shrank before the visitor's eyes.
    if (state === 'failed' && here) return whenAway(here, () => setState('left out'));
    return undefined;
  }, [state]);

  return { place, state };
}

function whenNear(element: HTMLElement, rootMargin: string, act: () => void): () => void {
  return watch(element, { rootMargin }, (isNear) => isNear, act);
}

function whenAway(element: HTMLElement, act: () => void): () => void {
  return watch(element, {}, (isInView) => !isInView, act);
}

function watch(
  element: HTMLElement,
  options: IntersectionObserverInit,
  fits: (isIntersecting: boolean) => boolean,
  act: () => void,
): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry || !fits(entry.isIntersecting)) return;
    observer.disconnect();
    act();
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
}
