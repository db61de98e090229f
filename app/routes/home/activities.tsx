import type { ClubConfig } from '../../config/club.ts';
import { ConfiguredIcon } from '../../ui/configured-icon.tsx';
import * as styles from './events-section.module.css';

/** Drawn only by the server, so that its icons cost the home page no script. */
export function Activities({ activities }: Pick<ClubConfig, 'activities'>) {
  if (activities.length === 0) return null;
  return (
    <ul role="list" className={styles.activities}>
      {activities.map(({ icon, title, description }) => (
        <li key={title} className={styles.activity}>
          <ConfiguredIcon name={icon} />
          <div>
            <h3>{title}</h3>
            <p>{description}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
