import { CalendarDays } from 'lucide-react';
import type { EventCard as Card } from '../../domain/events/event-card.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import styles from './event-card.module.css';
import { EventImage } from './event-image.tsx';
import { selectEvent, wasSelected } from './selected-event.ts';

interface EventCardProps {
  event: Card;
  /** The one that comes next: larger, with its tag. */
  isNext?: boolean;
  /** The only one of its list, which then has the page's width. */
  isAlone?: boolean;
  /** Shown at once when the page opens. */
  priority?: boolean;
  level?: 'h2' | 'h3';
}

/** Its document is loaded by itself: the frame it shows is allowed there alone. */
const OWN_DOCUMENT = { reloadDocument: true, prefetch: 'none' } as const;

/** An event as a poster that leads to its page (product.md 2, Event card). */
export function EventCard({
  event,
  isNext = false,
  isAlone = false,
  priority = false,
  level: Heading = 'h3',
}: EventCardProps) {
  const classes = [styles.card, event.dscEvent && styles.dsc, isNext && styles.next];
  return (
    <article className={classes.filter(Boolean).join(' ')}>
      <SmartLink
        to={`/events/${encodeURIComponent(event.key)}`}
        className={styles.link ?? ''}
        {...(event.embedsForm && OWN_DOCUMENT)}
        data-opened={wasSelected(event.key) || undefined}
        onClick={({ currentTarget }) => {
          selectEvent(event);
          markOpened(currentTarget);
        }}
      >
        <EventImage
          image={event.image}
          poster={event.poster}
          sizes={`(min-width: 1045px) ${isNext || isAlone ? '640px' : '360px, (min-width: 720px) 50vw'}, calc(100vw - 48px)`}
          priority={priority}
          className={styles.image ?? ''}
        />
        {isNext && <span className={styles.tag}>UPCOMING EVENT</span>}
        <div className={styles.text}>
          <div className={styles.date} aria-hidden>
            {event.block ? (
              <>
                <span>{event.block.weekday}</span>
                <strong>{event.block.day}</strong>
                <span>{event.block.month}</span>
              </>
            ) : (
              <CalendarDays size={32} strokeWidth={1.75} />
            )}
          </div>
          <div className={styles.words}>
            <Heading className={styles.title} dir="auto">
              {event.title}
            </Heading>
            <p className={styles.when}>
              {event.tentative && '[TENTATIVE] '}
              {event.isoStart ? <time dateTime={event.isoStart}>{event.when}</time> : event.when}
            </p>
          </div>
        </div>
      </SmartLink>
    </article>
  );
}

/** Only one card on the page is the one whose poster and title move to the event's page, and back. */
function markOpened(card: HTMLElement): void {
  for (const before of document.querySelectorAll('[data-opened]')) before.removeAttribute('data-opened');
  card.dataset.opened = 'true';
}
