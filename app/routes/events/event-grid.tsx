import type { EventCard as Card } from '../../domain/events/event-card.ts';
import { EventCard } from './event-card.tsx';
import styles from './event-grid.module.css';

/** Cards in columns of at least 320px; those that are far below cost nothing until they come near. */
export function EventGrid({ events, calm = false, level }: { events: Card[]; calm?: boolean; level?: 'h2' | 'h3' }) {
  return (
    <ul role="list" className={calm ? `${styles.grid} ${styles.calm}` : styles.grid}>
      {events.map((event, place) => (
        <li key={event.key} className={styles.cell}>
          <EventCard event={event} priority={!calm && place < 2} {...(level && { level })} />
        </li>
      ))}
    </ul>
  );
}
