import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';
import type { EventCardView as Card } from '../../domain/events/event-view.ts';
import { own } from '../../domain/own.ts';
import type { SignUpLine } from '../../domain/sign-ups/sign-up-line.ts';
import { EventCard } from './event-card.tsx';
import * as styles from './event-grid.module.css';

/** Up to this many cards are laid out at once. */
const FEW = 24;

interface EventGridProps {
  events: Card[];
  /** The state of sign-up, by the event's key. */
  lines?: Record<string, SignUpLine>;
  calm?: boolean;
  level?: 'h3' | 'h4';
}

export function EventGrid({ events, lines = {}, calm = false, level }: EventGridProps) {
  const isReturn = useIsReturn();
  const isAlone = !calm && events.length === 1;
  const isMany = events.length > FEW;
  const classes = [
    styles.grid,
    isMany && styles.many,
    calm && styles.calm,
    isReturn && styles.whole,
    isAlone && styles.wide,
  ];
  return (
    <ul role="list" className={classes.filter(Boolean).join(' ')}>
      {events.map((event, at) => (
        <li key={event.key} className={styles.cell}>
          <EventCard
            event={event}
            line={own(lines, event.key)}
            priority={!calm && at === 0}
            isAlone={isAlone}
            {...(level && { level })}
          />
        </li>
      ))}
    </ul>
  );
}

let hasShown = false;

/** True after going back or forward to a grid. Its cards are then laid out at once, or the scroll position would be wrong. */
function useIsReturn(): boolean {
  const isPop = useNavigationType() === 'POP';
  const [isReturn] = useState(() => isPop && hasShown);
  useEffect(() => {
    hasShown = true;
  }, []);
  return isReturn;
}
