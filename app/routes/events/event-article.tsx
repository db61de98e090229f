import { FileText } from './action-icons.tsx';
import type { ReactNode } from 'react';
import type { EventCardView, EventView } from '../../domain/events/event-view.ts';
import type { SignUpLine } from '../../domain/sign-ups/sign-up-line.ts';
import { newTab, SmartLink } from '../../ui/smart-link.tsx';
import { filling, Picture } from '../../ui/picture.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { CancelledNote, Note, OverNote } from './event-notes.tsx';
import * as block from './date-block.module.css';
import { DateBlock } from './date-block.tsx';
import { Description } from './description.tsx';
import { EventActions } from './event-actions.tsx';
import * as styles from './event-article.module.css';
import { EventImage, ratioOf, ratioStyle } from './event-image.tsx';
import { KindMark } from './kind-mark.tsx';
import { Place } from './place.tsx';

const TENTATIVE =
  'Tentative date/time, sign up to make sure you get updates for the final date/time through email, usually 1-2 weeks before the tentative start date.';

interface EventArticleProps {
  card: EventCardView;
  /** Missing while the event's own data is on its way. */
  view?: EventView;
  hasForm?: boolean;
  line?: SignUpLine | undefined;
  note?: string | undefined;
  /** The level of its title: 3 inside a screen with its own headings and bars. */
  level?: 1 | 3;
  children?: ReactNode;
}

export function EventArticle({ card, view, hasForm = false, line, note, level = 1, children }: EventArticleProps) {
  const [Title, Heading] = level === 1 ? (['h1', 'h2'] as const) : (['h3', 'h4'] as const);
  const ratio = ratioOf(card.image);
  return (
    <article className={styles.article}>
      {note && <Note>{note}</Note>}
      {card.cancelled && <CancelledNote reason={view?.cancelReason} />}
      {card.tentative && !card.cancelled && <Note>{TENTATIVE}</Note>}
      {card.isOver && !card.cancelled && <OverNote />}
      <div className={styles.sheet} style={ratioStyle(ratio ?? 1)} data-stays={level === 1 || undefined}>
        <EventImage
          image={card.image}
          poster={card.poster}
          sizes={POSTER_SIZES}
          priority
          titleBeside
          className={[styles.poster, !card.image && styles.drawn, !ratio && styles.whole].filter(Boolean).join(' ')}
        />
        <div className={styles.facts}>
          <Title dir="auto" data-long={card.title.length > 80}>
            {card.title}
          </Title>
          {card.kind && (
            <p className={styles.kind}>
              <SmartLink to={`/events?kind=${card.kind.slug}`}>
                <KindMark kind={card.kind} />
              </SmartLink>
            </p>
          )}
          {view?.presenter && (
            <p className={styles.presenter}>
              by <bdi>{view.presenter}</bdi>
            </p>
          )}
          {view?.organiser && <Organiser committee={view.organiser.key} name={view.organiser.name} />}
        </div>
        <div className={styles.aside}>
          <EventActions view={view} hasForm={hasForm} line={line} />
        </div>
        {view && <AboutEvent view={view} Heading={Heading} />}
        <WhenAndWhere card={card} view={view} Heading={Heading} />
        {view ? <Attachments view={view} Heading={Heading} /> : <Spinner label="Loading the event" />}
        {children}
        <PrintedAddress path={`/events/${encodeURIComponent(card.key)}`} />
      </div>
    </article>
  );
}

interface OrganiserProps {
  committee: string;
  name: string;
}

/** The committee's name, with ways to follow its events. */
function Organiser({ committee, name }: OrganiserProps) {
  const query = `?committee=${encodeURIComponent(committee)}`;
  return (
    <p className={styles.presenter}>
      <SmartLink to={`/events${query}`}>
        Organised by <bdi>{name}</bdi>
      </SmartLink>
      {' · '}
      <a href={`/events.ics${query}`}>Calendar</a>
      {' · '}
      <a href={`/feed.xml${query}`}>Feed</a>
    </p>
  );
}

/** The widths of the poster in event-article.module.css. */
const POSTER_SIZES = '(min-width: 56rem) 23rem, (min-width: 40rem) 40vw, calc(100vw - 2rem)';

interface PartProps {
  view: EventView;
  Heading: 'h2' | 'h4';
}

/** Appears below the title, wherever it is in the document (product.md 2, One event). */
function WhenAndWhere({ card, view, Heading }: Omit<PartProps, 'view'> & Pick<EventArticleProps, 'card' | 'view'>) {
  const { zone } = useSiteFacts();
  const when = view?.span ?? card.when;
  if (!when && !card.location.trim()) return null;
  return (
    <section className={styles.when}>
      {card.block && (
        <div className={block.date} aria-hidden>
          <DateBlock {...card.block} />
        </div>
      )}
      <div className={styles.facts}>
        <Heading>When &amp; Where</Heading>
        <p className={styles.span}>{when}</p>
        {card.isoStart && <p className={styles.zone}>{zone}</p>}
        <Place location={card.location} />
        {card.price && <p>{card.price}</p>}
      </div>
    </section>
  );
}

function PrintedAddress({ path }: { path: string }) {
  const { publicUrl } = useSiteFacts();
  return <p className={styles.printed}>{publicUrl + path}</p>;
}

/** Once an event is over, how it went comes first. */
function AboutEvent({ view, Heading }: PartProps) {
  return (
    <div className={styles.details}>
      {view.isOver && <HowItWas view={view} Heading={Heading} />}
      {view.description.trim() !== '' && (
        <section>
          <Heading>Description</Heading>
          <Description text={view.description} />
        </section>
      )}
    </div>
  );
}

function Attachments({ view, Heading }: PartProps) {
  const hasPictures = !view.isOver && view.gallery.length > 0;
  if (view.resources.length === 0 && !hasPictures) return null;
  return (
    <div className={styles.details}>
      {view.resources.length > 0 && (
        <section>
          <Heading>Resources</Heading>
          <ul role="list" className={styles.resources}>
            {view.resources.map(({ name, url }) => (
              <li key={url}>
                <FileText size={20} />
                <SmartLink to={url} reloadDocument>
                  {name}
                </SmartLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasPictures && <HowItWas view={view} Heading={Heading} />}
    </div>
  );
}

function HowItWas({ view, Heading }: PartProps) {
  return (
    <>
      {view.recap && (
        <section>
          <Heading>Recap</Heading>
          <Description text={view.recap} firstLevel={Heading === 'h2' ? 3 : 5} />
        </section>
      )}
      {view.gallery.length > 0 && (
        <section>
          <Heading>Gallery</Heading>
          <ul role="list" className={styles.gallery}>
            {view.gallery.map(({ name, image }, at) => (
              <li key={image.src}>
                <a href={image.src} {...newTab}>
                  <Picture
                    image={image}
                    alt={`Picture ${at + 1} of ${view.gallery.length}: ${name}`}
                    sizes={filling('min(46vw, 21rem)', 4 / 3, ratioOf(image))}
                    fallback="/images/placeholder.svg"
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
