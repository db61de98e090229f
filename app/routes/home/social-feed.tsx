import { useEffect, useRef, useState } from 'react';
import type { ClubConfig } from '../../config/club.ts';
import { inBackground } from '../../ui/in-background.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { useNearViewport } from '../../ui/use-near-viewport.ts';
import * as styles from './social-feed.module.css';

const LINK = 'See what we posted lately';

interface FeedProps {
  feed: NonNullable<ClubConfig['socialFeed']>;
}

/** Requests nothing from the other host until the feed comes near or, if the club asks first, until somebody opens it. */
export function SocialFeed({ feed }: FeedProps) {
  return (
    <section className={styles.section} aria-label="Social feed">
      {feed.askFirst ? <FoldedFeed feed={feed} /> : <NearFeed feed={feed} />}
    </section>
  );
}

function NearFeed({ feed }: FeedProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(place);
  return (
    <div ref={place}>
      <Timeline feed={feed} isWanted={isNear} />
    </div>
  );
}

function FoldedFeed({ feed }: FeedProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const [isWanted, setWanted] = useState(false);
  const begin = () => setWanted((before) => before || (fold.current?.open ?? false));
  // It may have been opened before hydration.
  useEffect(begin, []);
  return (
    <details ref={fold} className={styles.fold} onToggle={begin}>
      <summary>Our latest posts</summary>
      <Timeline feed={feed} isWanted={isWanted} />
    </details>
  );
}

/** If the script does not load, only a link is left. */
function Timeline({ feed, isWanted }: FeedProps & { isWanted: boolean }) {
  const { container, state } = useTimeline(feed.script, isWanted);
  const hasFailed = state === 'failed';
  return (
    <div className={styles.feed} data-state={state}>
      {/* The script owns what is inside this element, so React must not change it. */}
      <div ref={container} className={styles.place} hidden={hasFailed}>
        <a href={feed.href} target="_blank" rel="noopener noreferrer" className={feed.className} data-height="450">
          {LINK}
        </a>
      </div>
      {hasFailed && <SmartLink to={feed.href}>{LINK}</SmartLink>}
    </div>
  );
}

/** Loading has failed if the script cannot be loaded, its frame is blocked, or nothing has appeared after some seconds. */
function useTimeline(src: string, isWanted: boolean) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'offered' | 'shown' | 'failed'>('offered');

  useEffect(() => {
    const here = container.current;
    if (!here || !isWanted) return undefined;
    let stop = () => {};
    let isUnmounted = false;
    const load = async () => {
      const loading = await import('./load-timeline.ts').catch(() => null);
      if (isUnmounted) return;
      if (loading) stop = loading.loadTimeline(src, here, setState);
      else setState('failed');
    };
    inBackground(load());
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [src, isWanted]);

  return { container, state };
}
