import { FileText } from 'lucide-react';
import type { EventCard } from '../../domain/events/event-card.ts';
import type { EventView } from '../../domain/events/event-view.ts';
import { newTab } from '../../ui/new-tab.ts';
import panel from '../../ui/panel.module.css';
import { Picture } from '../../ui/picture.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Description } from './description.tsx';
import { EventActions } from './event-actions.tsx';
import styles from './event-article.module.css';
import { EventImage, ratioOf, ratioStyle } from './event-image.tsx';

const TENTATIVE =
  'Tentative date/time, sign up to make sure you get updates for the final date/time through email, usually 1-2 weeks before the tentative start date.';

interface EventArticleProps {
  card: EventCard;
  /** Missing while the event's own data is on its way. */
  view?: EventView;
  /** True where a form follows below. */
  hasForm?: boolean;
  /** Of its title's heading: 3 inside a screen that has headings of its own. */
  level?: 1 | 3;
}

/** The event view (product.md 2): poster and facts, then description, when and where, resources, gallery. */
export function EventArticle({ card, view, hasForm = false, level = 1 }: EventArticleProps) {
  const Title = level === 1 ? 'h1' : 'h3';
  return (
    <article className={styles.article}>
      {card.tentative && (
        <p className={`${panel.note} ${styles.note}`} role="note">
          {TENTATIVE}
        </p>
      )}
      {card.isOver && (
        <p className={`${panel.note} ${styles.note}`} role="note">
          This event is over.
        </p>
      )}
      <div className={styles.poster} style={ratioStyle(ratioOf(card.image) ?? 1)}>
        <EventImage
          image={card.image}
          poster={card.poster}
          sizes="(min-width: 1045px) 560px, calc(100vw - 48px)"
          priority
          className={styles.image ?? ''}
        />
      </div>
      <div className={styles.facts}>
        <Title dir="auto">{card.title}</Title>
        {view?.presenter && (
          <p className={styles.presenter}>
            by <bdi>{view.presenter}</bdi>
          </p>
        )}
        <p className={styles.glance}>{card.when}</p>
        {view?.location && (
          <p className={styles.place} dir="auto">
            {view.location}
          </p>
        )}
      </div>
      <EventActions view={view} hasForm={hasForm} />
      {view ? <Details view={view} Heading={level === 1 ? 'h2' : 'h4'} /> : <Spinner label="Loading the event" />}
      <PrintedAddress path={`/events/${encodeURIComponent(card.key)}`} />
    </article>
  );
}

/** On paper, where to find the event: there is nothing to click. */
function PrintedAddress({ path }: { path: string }) {
  const { publicUrl } = useSiteFacts();
  return <p className={styles.printed}>{publicUrl + path}</p>;
}

function Details({ view, Heading }: { view: EventView; Heading: 'h2' | 'h4' }) {
  return (
    <div className={styles.details}>
      <section>
        <Heading>Description</Heading>
        <Description text={view.description} />
      </section>
      <section>
        <Heading>When &amp; Where</Heading>
        <dl className={styles.where}>
          <dt className="visually-hidden">When</dt>
          <dd>{view.span}</dd>
          {view.location && (
            <>
              <dt className="visually-hidden">Where</dt>
              <dd>{view.location}</dd>
            </>
          )}
        </dl>
      </section>
      {view.resources.length > 0 && (
        <section>
          <Heading>Resources</Heading>
          <ul role="list" className={styles.resources}>
            {view.resources.map(({ name, url }) => (
              <li key={url}>
                <FileText size={20} strokeWidth={1.75} aria-hidden />
                <SmartLink to={url} reloadDocument>
                  {name}
                </SmartLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.gallery.length > 0 && (
        <section>
          <Heading>Gallery</Heading>
          <ul role="list" className={styles.gallery}>
            {view.gallery.map(({ name, image }, place) => (
              <li key={image.src}>
                <a href={image.src} {...newTab}>
                  <Picture
                    image={image}
                    alt={`Picture ${place + 1} of ${view.gallery.length}: ${name}`}
                    sizes="(min-width: 700px) 340px, 50vw"
                    fallback="/images/placeholder.svg"
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
