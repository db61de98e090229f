import { viewDscCards } from '../domain/dsc.ts';
import { startOfToday } from '../time/club-time.ts';
import { viewEventCards } from '../domain/events/event-view.ts';
import { findNextEvent } from '../domain/events/read-events.ts';
import type { ImageView } from '../domain/files/image-view.ts';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { siteContext } from '../http/context.server.ts';
import { requirePage } from './optional-page.server.ts';
import type { LiveHandle } from '../ui/live/use-live.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { filling, Picture } from '../ui/picture.tsx';
import { RichHtml } from '../ui/rich-html.tsx';
import { headOf } from '../ui/site-facts.ts';
import { SmartLink } from '../ui/smart-link.tsx';
import type { Route } from './+types/dsc';

import * as styles from './dsc.module.css';
import { EventCard } from './events/event-card.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requirePage(site, 'dsc');
  cacheUntil(context, { topics: ['dsc', 'event'], untilMidnight: true });
  const next = await findNextEvent(site.db, startOfToday(site.clock.timeZone), true);
  const [card] = next ? await viewEventCards(site.db, [next], site.clock) : [];
  const cards = await viewDscCards(site.db);
  return {
    next: card ?? null,
    cards: cards.map(({ key, title, html, image, imgAlt }) => ({ key, title, html, image, imgAlt })),
  };
}

export const handle = { topics: ['dsc', 'event'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  headOf(matches, {
    title: 'DSC',
    description: loaderData?.cards.map(({ title }) => title).join(' · ') ?? '',
    path: '/dsc',
  });

export default function Dsc({ loaderData: { next, cards } }: Route.ComponentProps) {
  return (
    <Page>
      <h1>DSC</h1>
      {next && (
        <section aria-labelledby="next-heading" className={styles.next}>
          <h2 id="next-heading">Next event</h2>
          <EventCard event={next} isNext priority />
        </section>
      )}
      {cards.length === 0 && !next && (
        <Empty>
          <p>There is nothing here yet. Please check back at a later time!</p>
          <SmartLink to="/events">See all events of the club</SmartLink>
        </Empty>
      )}
      {cards.map((card) => (
        <Card key={card.key} card={card} />
      ))}
    </Page>
  );
}

function cardSizes({ width, height }: ImageView): string {
  const [frame, ratio] = [4 / 3, width && height ? width / height : undefined];
  const beside = filling('min(36vw, max(27.5rem, 26.5vw), 33rem)', frame, ratio);
  return `(min-width: 40rem) ${beside}, ${filling('95vw', frame, ratio)}`;
}

interface ShownCard {
  title: string;
  /** Safe HTML, sanitized by the server. */
  html: string;
  image: ImageView | null;
  imgAlt: string;
}

function Card({ card: { title, html, image, imgAlt } }: { card: ShownCard }) {
  return (
    <article className={styles.card}>
      <div className={styles.words}>
        <h2>{title}</h2>
        <RichHtml html={html} />
      </div>
      {image ? (
        <Picture image={image} alt={imgAlt} sizes={cardSizes(image)} className={styles.picture} />
      ) : (
        <img src="/images/placeholder.svg" alt="" className={styles.picture} />
      )}
    </article>
  );
}
