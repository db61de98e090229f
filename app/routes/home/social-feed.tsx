import { useEffect, useRef, useState } from 'react';
import type { ClubConfig } from '../../config/club.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { inBackground } from '../../ui/in-background.ts';
import * as styles from './social-feed.module.css';

const LINK = 'See what we posted lately';

/** Until somebody opens it nothing is asked of another host. Where the script does not come, a link stays. */
export function SocialFeed({ feed }: { feed: NonNullable<ClubConfig['socialFeed']> }) {
  const { fold, place, state, begin } = useSocialFeed(feed.script);
  const hasFailed = state === 'failed';
  return (
    <section className={styles.section} aria-label="Social feed">
      <details ref={fold} className={styles.fold} onToggle={begin}>
        <summary>Our latest posts</summary>
        <div className={styles.feed} data-state={state}>
          {/* What the script puts here is its own: nothing below this element is ever drawn again. */}
          <div ref={place} className={styles.place} hidden={hasFailed}>
            <a href={feed.href} target="_blank" rel="noopener noreferrer" className={feed.className} data-height="450">
              {LINK}
            </a>
          </div>
          {hasFailed && <SmartLink to={feed.href}>{LINK}</SmartLink>}
        </div>
      </details>
    </section>
  );
}

/** It has failed when the script cannot be loaded, its frame is blocked or nothing has come after ten seconds. */
function useSocialFeed(src: string) {
  const fold = useRef<HTMLDetailsElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'offered' | 'shown' | 'failed'>('offered');
  const [isWanted, setWanted] = useState(false);
  const begin = () => setWanted((before) => before || (fold.current?.open ?? false));
  // It may have been opened before the page was alive.
  useEffect(begin, []);

  useEffect(() => {
    const here = place.current;
    if (!here || !isWanted) return undefined;
    let stop = () => {};
    let isLeft = false;
    const load = async () => {
      const loading = await import('./load-timeline.ts').catch(() => null);
      if (isLeft) return;
      if (loading) stop = loading.loadTimeline(src, here, setState);
      else setState('failed');
    };
    inBackground(load());
    return () => {
      isLeft = true;
      stop();
    };
  }, [src, isWanted]);

  return { fold, place, state, begin };
}
