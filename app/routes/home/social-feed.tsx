import { useEffect, useRef, useState } from 'react';
import type { ClubConfig } from '../../config/club.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import styles from './social-feed.module.css';

/** The club's timeline on a social network, 450px high: its script is loaded only when the visitor comes near. */
export function SocialFeed({ feed }: { feed: NonNullable<ClubConfig['socialFeed']> }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { script: src } = feed;

  useEffect(() => {
    const here = place.current;
    if (!here) return;
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.addEventListener('error', () => setFailed(true));
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        document.body.append(script);
      },
      { rootMargin: '200px' },
    );
    observer.observe(here);
    return () => {
      observer.disconnect();
      script.remove();
    };
  }, [src]);

  return (
    <section className={styles.section} aria-label="Social feed">
      <div ref={place} className={styles.feed} data-failed={failed || undefined}>
        <SmartLink to={feed.href} className={feed.className ?? ''} data-height="450">
          See what we posted lately
        </SmartLink>
      </div>
    </section>
  );
}
