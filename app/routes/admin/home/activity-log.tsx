import type { Activity } from '../../../domain/activity/list-activity.ts';
import { formatViewTime, type ClubClock } from '../../../domain/events/club-time.ts';
import styles from './home.module.css';
import { Part } from './part.tsx';

const NOUNS: Record<string, string> = {
  event: 'the event',
  exec: 'the executive',
  food: 'the food item',
  dsc: 'the card',
  files: 'the slideshow',
  form: 'the form',
  entry: 'the response',
  user: 'the user',
  mail: 'the mail',
};

/** Who did what, when. */
export function ActivityLog({ activity, clock }: { activity: Activity[]; clock: ClubClock }) {
  return (
    <Part title="Activity">
      {activity.length === 0 && <p className={styles.quiet}>Nothing has been changed here yet.</p>}
      {activity.length > 0 && (
        <ul className={styles.list} role="list">
          {activity.map(({ key, at, who, verb, topic, title }) => (
            <li key={key}>
              {who} <Deed {...{ verb, topic, title }} />
              <span className={styles.when}>{formatViewTime(at, clock)}</span>
            </li>
          ))}
        </ul>
      )}
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
      {verb} {named}
    </>
  );
}

function Named({ topic, title }: Pick<Activity, 'topic' | 'title'>) {
  return (
    <>
      {NOUNS[topic] ?? topic} {title && topic !== 'files' && <q className={styles.clip}>{title}</q>}
    </>
  );
}
