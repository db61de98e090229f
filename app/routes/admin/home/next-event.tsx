import { SmartLink } from '../../../ui/smart-link.tsx';
import type { EventCard } from '../../../domain/events/event-card.ts';
import styles from './home.module.css';
import { Part } from './part.tsx';

type Next = Pick<EventCard, 'key' | 'title' | 'when' | 'tentative'>;

export function NextEvent({ event }: { event: Next | null }) {
  return (
    <Part title="Next event">
      {event ? (
        <p>
          <SmartLink to={`/admin/events/${encodeURIComponent(event.key)}`} className={styles.event ?? ''}>
            {event.tentative && '[TENTATIVE] '}
            {event.title || 'Without a title'}
          </SmartLink>
          <br />
          {event.when}
        </p>
      ) : (
        <p className={styles.quiet}>
          No event is planned. <SmartLink to="/admin/events">Create one</SmartLink>
        </p>
      )}
    </Part>
  );
}
