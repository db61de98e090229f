import type { EventCardView as Card } from '../../domain/events/event-view.ts';
import { own } from '../../domain/own.ts';
import type { SignUpLine } from '../../domain/sign-ups/sign-up-line.ts';
import { DrawnHtml } from '../../ui/drawn-html.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { SubscribeMenu } from '../events/subscribe-menu.tsx';
import { EventCard } from '../events/event-card.tsx';
import * as styles from './events-section.module.css';

interface EventsSectionProps {
  next: Card | null;
  laterEvents: Card[];
  lines: Record<string, SignUpLine>;
  activitiesHtml: string;
}

export function EventsSection({ next, laterEvents, lines, activitiesHtml }: EventsSectionProps) {
  const { sendsDigest } = useSiteFacts();
  return (
    <section className={styles.section} aria-labelledby="events">
      <h2 id="events" className="visually-hidden">
        Events
      </h2>
      <div className={styles.next}>
        {next ? (
          <EventCard event={next} line={own(lines, next.key)} isNext />
        ) : (
          <p className={styles.none}>There aren&apos;t any events planned yet. Please check back at a later time!</p>
        )}
      </div>
      <div className={styles.side}>
        <DrawnHtml html={activitiesHtml} />
      </div>
      <div className={styles.links}>
        <SmartLink to="/events" className={styles.more ?? ''}>
          See more about events
        </SmartLink>
        <SubscribeMenu />
        {sendsDigest && <SmartLink to="/subscribe">Get what is coming by email</SmartLink>}
      </div>
      {laterEvents.length > 0 && (
        <ul role="list" className={styles.further}>
          {laterEvents.map((event) => (
            <li key={event.key}>
              <EventCard event={event} line={own(lines, event.key)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
