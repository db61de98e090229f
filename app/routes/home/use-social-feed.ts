import { useEffect, useRef, useState } from 'react';

/** 'offered': a plain link in the timeline's place. 'failed': for good, but its place is kept while it is in view. */
export type FeedState = 'offered' | 'shown' | 'failed' | 'left out';

/** How near the visitor comes before anything is asked of another host. */
const NEAR = '200px';
const GIVE_UP_MS = 10_000;

/**
 * Loads the timeline's script once the visitor comes near its `place`, and watches whether it puts anything there: when
 * the script cannot be loaded, its frame is blocked or nothing has come after ten seconds, it has failed.
 */
export function useSocialFeed(src: string) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<FeedState>('offered');

  useEffect(() => {
    const here = place.current;
    if (!here) return;
    let stop = whenNear(here, NEAR, () => {
      stop = load(src, here, setState);
    });
    return () => stop();
  }, [src]);

  useEffect(() => {
    const here = place.current?.parentElement;
    // Whatever is below it would jump if it shrank before the visitor's eyes.
    if (state === 'failed' && here) return whenAway(here, () => setState('left out'));
    return undefined;
  }, [state]);

  return { place, state };
}

function load(src: string, place: HTMLElement, tell: (state: FeedState) => void): () => void {
  const ended = new AbortController();
  const script = document.createElement('script');
  const link = place.querySelector('a');
  const watcher = new MutationObserver(() => hasOther(place, link) && settle('shown'));
  const timer = setTimeout(() => settle('failed'), GIVE_UP_MS);
  function stop() {
    clearTimeout(timer);
    watcher.disconnect();
    ended.abort();
  }
  function settle(state: FeedState) {
    // A frame that the policy blocks has a size too: its violation comes after it.
    if (state === 'failed') stop();
    clearTimeout(timer);
    tell(state);
  }
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
    effectiveDirective === 'frame-src' && settle('failed');
  document.addEventListener('securitypolicyviolation', onViolation, ended);
  script.addEventListener('error', () => settle('failed'), ended);
  watcher.observe(place, { childList: true, subtree: true, attributes: true });
  script.src = src;
  script.async = true;
  document.body.append(script);
  return () => {
    stop();
    script.remove();
  };
}

/** True once something other than our own `link` takes room. */
function hasOther(place: HTMLElement, link: Element | null): boolean {
  return [...place.querySelectorAll('*')].some(
    (element) => !link?.contains(element) && element.getBoundingClientRect().height > 0,
  );
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
