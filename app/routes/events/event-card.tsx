import type { EventCardView } from '../../domain/events/event-view.ts';
import type { SignUpLine as Line } from '../../domain/sign-ups/sign-up-line.ts';
import { filling } from '../../ui/picture.tsx';
import { SmartLink } from '../../ui/smart-link.tsx';
import * as block from './date-block.module.css';
import { DateBlock } from './date-block.tsx';
import * as styles from './event-card.module.css';
import { EventImage, ratioOf, ratioStyle } from './event-image.tsx';
import { CalendarDays } from './icons.tsx';
import { KindMark } from './kind-mark.tsx';
import { Place } from './place.tsx';
import { selectEvent, wasSelected } from './selected-event.ts';
import { ShownSignUpLine } from './sign-up-line.tsx';

interface EventCardProps {
  event: EventCardView;
  /** The state of its sign-up. */
  line?: Line | undefined;
  isNext?: boolean;
  isAlone?: boolean;
  priority?: boolean;
  level?: 'h3' | 'h4';
}

export function EventCard({
  event,
  line,
  isNext = false,
  isAlone = false,
  priority = false,
  level = 'h3',
}: EventCardProps) {
  const ratio = ratioOf(event.image);
  const classes = [
    styles.card,
    event.dscEvent && styles.dsc,
    isNext ? styles.next : isAlone ? styles.alone : styles.one,
  ];
  return (
    <article
      className={classes.filter(Boolean).join(' ')}
      style={ratioStyle(ratio ?? 1)}
      data-opened={wasSelected(event.key) || undefined}
      data-tall={(ratio ?? 1) < TALL || undefined}
    >
      <EventImage
        image={event.image}
        poster={event.poster}
        sizes={isNext ? nextSizes(ratio) : isAlone ? aloneSizes(ratio) : cardSizes(ratio)}
        priority={priority}
        titleBeside
        className={styles.image ?? ''}
      />
      {isNext && <span className={styles.tag}>UPCOMING EVENT</span>}
      <div className={styles.text}>
        <div className={`${block.date} ${styles.date}`} aria-hidden>
          {event.block ? <DateBlock {...event.block} /> : <CalendarDays size={32} />}
        </div>
        <Words event={event} line={line} level={level} />
      </div>
    </article>
  );
}

function Words({ event, line, level: Heading }: Pick<EventCardProps, 'event' | 'line'> & { level: 'h3' | 'h4' }) {
  return (
    <div className={styles.words}>
      <Heading className={styles.title} dir="auto">
        <SmartLink
          to={`/events/${encodeURIComponent(event.key)}`}
          className={styles.link ?? ''}
          // Only the page's own document allows the frame that it shows.
          reloadDocument={event.embedsForm}
          viewTransition
          onClick={({ currentTarget }) => {
            selectEvent(event);
            markOpened(currentTarget);
          }}
        >
          {event.title}
        </SmartLink>
      </Heading>
      {event.kind && (
        <p className={styles.kind}>
          <KindMark kind={event.kind} />
        </p>
      )}
      <p className={styles.when}>
        {event.cancelled ? (
          <>
            <strong className={styles.cancelled}>CANCELLED</strong>
            <span> </span>
          </>
        ) : (
          event.tentative && <span>[TENTATIVE] </span>
        )}
        {event.isoStart ? <time dateTime={event.isoStart}>{event.when}</time> : <span>{event.when}</span>}
      </p>
      <Place location={event.location} className={styles.where} />
      {line && <ShownSignUpLine eventKey={event.key} line={line} />}
    </div>
  );
}

/** On a large card, narrower pictures stand beside the text if there is room, because above it too much would be cut. */
const TALL = 1.15;
/** The ratios of pictures on cards and in rows (event-card.module.css). */
const CARD = 5 / 4;
const ROW = 1;

/** The grid has two columns from 45rem on, and three from 67.5rem (event-grid.module.css). */
function cardSizes(ratio: number | undefined): string {
  const fill = (width: string) => filling(width, CARD, ratio);
  return `(min-width: 67.5rem) ${fill('clamp(22rem, 6rem + 17vw, 27rem)')}, (min-width: 45rem) ${fill('46vw')}, (min-width: 40rem) ${fill('95vw')}, ${filling('6.5rem', ROW, ratio)}`;
}

function aloneSizes(ratio: number | undefined): string {
  return `(min-width: 40rem) min(52vw, 41rem), ${filling('95vw', CARD, ratio)}`;
}

/** The picture has a fixed height, and is cut to it if it is higher. */
function nextSizes(ratio = CARD): string {
  const high = `20.625rem * ${ratio.toFixed(2)}`;
  const wide =
    ratio < TALL ? '(min-width: 40rem) max(12rem' : '(min-width: 56rem) max(min(50vw, max(39rem, 37vw), 46rem)';
  return `${wide}, ${high}), max(95vw, ${high})`;
}

/** Marks the only card whose poster and title move to the event's page and back. */
function markOpened(link: HTMLElement): void {
  for (const before of document.querySelectorAll('[data-opened]')) before.removeAttribute('data-opened');
  link.closest('article')?.setAttribute('data-opened', 'true');
}
