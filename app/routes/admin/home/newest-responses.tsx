import type { NewResponse } from '../../../domain/entries/newest-responses.ts';
import { formatViewTime, type ClubClock } from '../../../domain/events/club-time.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import styles from './home.module.css';
import { Part } from './part.tsx';

export function NewestResponses({ responses, clock }: { responses: NewResponse[]; clock: ClubClock }) {
  return (
    <Part title="Newest responses">
      {responses.length === 0 && <p className={styles.quiet}>Nobody has signed up for an event yet.</p>}
      {responses.length > 0 && (
        <ul className={styles.list} role="list">
          {responses.map(({ key, receivedAt, event, answer }) => (
            <li key={key}>
              <span className={styles.clip}>{answer || 'Someone'}</span>
              {event && (
                <>
                  {' for '}
                  <SmartLink to={`/admin/events/${encodeURIComponent(event.key)}`}>
                    {event.title || 'an event without a title'}
                  </SmartLink>
                </>
              )}
              <span className={styles.when}>{formatViewTime(receivedAt, clock)}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
