import { useEffect, useRef, useState } from 'react';
import type { ClubConfig } from '../../config/club.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { inBackground } from '../../ui/in-background.ts';
import styles from './social-feed.module.css';

const LINK = 'See what we posted lately';

/** 450px high (product.md 2). The script takes the link for its place; where it does not come, the link stays. */
export function SocialFeed({ feed }: { feed: NonNullable<ClubConfig['socialFeed']> }) {
  const { place, state } = useSocialFeed(feed.script);
  const hasFailed = state === 'failed' || state === 'left out';
  return (
    <section className={styles.section} aria-label="Social feed">
      <div className={styles.feed} data-state={state}>
        {/* What the script puts here is its own: nothing below this element is ever drawn again. */}
        <div ref={place} className={styles.place} hidden={hasFailed}>
          <a href={feed.href} target="_blank" rel="noopener noreferrer" className={feed.className} data-height="450">
            {LINK}
          </a>
        </div>
        {hasFailed && <SmartLink to={feed.href}>{LINK}</SmartLink>}
      </div>
    </section>
  );
}

/** 'offered': a plain link in the timeline's place. 'failed': for good, but its place is kept while it is in view. */
type FeedState = 'offered' | 'shown' | 'failed' | 'left out';

/** How near the visitor comes before anything is asked of another host. */
const NEAR = '200px';

/** It has failed when the script cannot be loaded, its frame is blocked or nothing has come after ten seconds. */
function useSocialFeed(src: string) {
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
