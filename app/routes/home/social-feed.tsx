import type { ClubConfig } from '../../config/club.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import styles from './social-feed.module.css';
import { useSocialFeed } from './use-social-feed.ts';

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
