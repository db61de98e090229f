import { clubDay } from '../../time/club-day.ts';
import { startOfToday } from '../../time/club-time.ts';
import { viewEventCards, whenOf } from '../../domain/events/event-view.ts';
import { listNextEvents } from '../../domain/events/read-events.ts';
import { viewSignUpLines } from '../../domain/sign-ups/sign-up-lines.ts';
import { listExecs, viewExecCards } from '../../domain/execs.ts';
import { viewSponsorTiers } from '../../domain/sponsors/list.ts';
import { viewSlideshow } from '../../domain/slideshow.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { draw } from '../../ui/draw.server.ts';
import { DrawnHtml } from '../../ui/drawn-html.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { useIsPastFirstFrame } from '../../ui/use-is-past-first-frame.ts';
import type { Route } from './+types/home';
import { placesShown } from '../events/places-shown.ts';
import { AboutSection } from './about-section.tsx';
import { Activities } from './activities.tsx';
import { aboutImage, heroImage, heroPortrait } from './bundled-images.ts';
import { EventsSection } from './events-section.tsx';
import { Hero } from './hero.tsx';
import * as styles from './home.module.css';
import { SignedInNotice } from './signed-in-notice.tsx';
import { SponsorStrip } from '../sponsors/strip.tsx';
import { SocialFeed } from './social-feed.tsx';

/** The most faces beside the About text (product.md 2, Home). */
const MOST_AVATARS = 50;
/** The next event, and two more below it. */
const MOST_EVENTS = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, club, mailing } = context.get(siteContext);
  cacheUntil(context, { topics: ['event', 'exec', 'files', 'sponsor'], untilMidnight: true });
  const [coming, slides, execs, tiers] = await Promise.all([
    listNextEvents(db, startOfToday(clock.timeZone), MOST_EVENTS),
    viewSlideshow(db),
    listExecs(db, true),
    viewSponsorTiers(db, clubDay(clock.timeZone)),
  ]);
  const [card, ...laterEvents] = await viewEventCards(db, coming, clock);
  const { lines, policy } = await viewSignUpLines(db, coming, mailing);
  cacheUntil(context, policy);
  const faces = await viewExecCards(db, execs.slice(0, MOST_AVATARS));
  return {
    next: card ?? null,
    laterEvents,
    lines,
    when: coming[0] ? whenOf(coming[0], clock) : '',
    hero: heroImage,
    portrait: heroPortrait,
    slides,
    faces: faces.map(({ key, name, title, image }) => ({ key, name, title, image })),
    tagline: club.club.tagline,
    about: club.about,
    picture: aboutImage,
    activitiesHtml: draw(<Activities activities={club.activities} />),
    feed: club.socialFeed ?? null,
    sponsorsHtml: tiers.length > 0 ? draw(<SponsorStrip tiers={tiers} />) : '',
  };
}

export const handle = { topics: ['event', 'exec', 'files', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  headOf(matches, { description: loaderData?.tagline ?? '', path: '/home' });

export default function Home({ loaderData }: Route.ComponentProps) {
  const {
    next,
    laterEvents,
    lines,
    when,
    hero,
    portrait,
    slides,
    faces,
    tagline,
    about,
    picture,
    activitiesHtml,
    feed,
    sponsorsHtml,
  } = loaderData;
  const { visitor } = useSiteFacts();
  return (
    <>
      {visitor.signedIn && !visitor.admin && <SignedInNotice />}
      <Hero hero={hero} portrait={portrait} slides={slides} tagline={tagline} next={next} when={when} />
      {useIsPastFirstFrame() && (
        <>
          <EventsSection next={next} laterEvents={laterEvents} lines={lines} activitiesHtml={activitiesHtml} />
          <AboutSection picture={picture} paragraphs={about} faces={faces} />
          {feed && <SocialFeed feed={feed} />}
          <DrawnHtml html={sponsorsHtml} />
          <section className={styles.band} aria-labelledby="join">
            <div className={styles.bandInner}>
              <h2 id="join">Interested? We are always looking for new members!</h2>
              <ButtonLink to="/signup" className={styles.bandButton}>
                Join
              </ButtonLink>
            </div>
          </section>
        </>
      )}
    </>
  );
}
