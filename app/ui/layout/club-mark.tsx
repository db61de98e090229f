import type { SiteFacts } from '../site-facts.ts';
import * as styles from './club-mark.module.css';

export function ClubMark({ facts }: { facts: SiteFacts }) {
  return (
    <span className={styles.mark}>
      {facts.logo ? (
        <img src={facts.logo} alt="" height={40} className={styles.picture} />
      ) : (
        <span className={styles.initials} aria-hidden>
          {facts.shortName.slice(0, 4)}
        </span>
      )}
      <span className={styles.name}>{facts.name}</span>
    </span>
  );
}
