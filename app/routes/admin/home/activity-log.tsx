import type { Activity } from '../../../domain/activity.ts';
import { nounOf } from '../../../domain/topics.ts';
import { formatViewTime, type ClubClock } from '../../../time/club-time.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { verbOf } from '../verbs.ts';
import styles from './home.module.css';
import { Part } from './part.tsx';

export function ActivityLog({ activity, clock }: { activity: Activity[]; clock: ClubClock }) {
  return (
    <Part title="Activity">
      {activity.length === 0 && <p className={styles.quiet}>Nothing has been changed here yet.</p>}
      {activity.length > 0 && (
        <ul className={styles.list} role="list">
          {activity.map(({ key, at, who, verb, topic, title }) => (
            <li key={key}>
              <span className={styles.who}>{who}</span> <Deed {...{ verb, topic, title }} />
              <span className={styles.when}>{formatViewTime(at, clock)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.quiet}>
        Something is gone that should not be? <SmartLink to="/admin/trash">Trash</SmartLink>
      </p>
    </Part>
  );
}

function Deed({ verb, topic, title }: Pick<Activity, 'verb' | 'topic' | 'title'>) {
  if (verb === 'erased') return `erased ${title}`;
  const named = <Named topic={topic} title={title} />;
  return verb === 'sent again' ? (
    <>sent {named} again</>
  ) : (
    <>
      {verbOf(verb)} {named}
    </>
  );
}

function Named({ topic, title }: Pick<Activity, 'topic' | 'title'>) {
  return (
    <>
      the {nounOf(topic)} {title && topic !== 'files' && <q className={styles.clip}>{title}</q>}
    </>
  );
}
