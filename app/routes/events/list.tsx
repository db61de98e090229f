import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { viewEventCards } from '../../domain/events/event-view.ts';
import { startOfToday } from '../../time/club-time.ts';
import { listFutureEvents } from '../../domain/events/read-events.ts';
import { viewSignUpLines } from '../../domain/sign-ups/lines.ts';
import { isPlaceOfEvent, listPastYears } from '../../domain/events/past-events.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { useWhole } from '../../ui/use-whole.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import type { Route } from './+types/list';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { EventGrid } from './event-grid.tsx';
import * as styles from './list.module.css';
import { PastEvents } from './past-events.tsx';
import { isWithin, readPastQuery } from './past-query.ts';
import { placesShown } from './places-shown.ts';
import { readPastPage } from './read-past-page.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, mailing } = context.get(siteContext);
  const midnight = startOfToday(clock.timeZone);
  const { searchParams } = new URL(request.url);
  const query = readPastQuery(searchParams);
  const years = await listPastYears(db, midnight, clock.timeZone);
  const place = {
    past: searchParams.has('past') ? '1' : null,
    before: query.before && (await isPlaceOfEvent(db, query.before)) ? query.before : null,
    year: query.year !== null && years.includes(query.year) ? String(query.year) : null,
    // What visitors type is answered and not cached.
    q: null,
  };
  cacheUntil(context, { topics: ['event'], query: place, untilMidnight: true });
  const past = query.isShown ? await readPastPage({ db, clock }, midnight, query) : null;
  const events = isWithin(query) ? [] : await listFutureEvents(db, midnight);
  const [upcoming, { lines, policy }] = await Promise.all([
    viewEventCards(db, events, clock),
    viewSignUpLines(db, events, mailing),
  ]);
  cacheUntil(context, policy);
  return { upcoming, lines, past, years, query };
}

/** Cards of a phone’s first screen. */
const FIRST_SEEN = 4;

const INTRO =
  'We host several social and educational events throughout the year. Select the interested event to learn more and sign up!';

export const handle = { topics: ['event', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Events', description: INTRO, path: '/events' });

export default function EventsList({ loaderData: { upcoming, lines, past, years, query } }: Route.ComponentProps) {
  const { zone } = useSiteFacts();
  const isWhole = useWhole();
  return (
    <Page>
      <header className={styles.intro}>
        <h1>Events</h1>
        <p>{INTRO}</p>
        <p className={styles.zone}>{`All times are ${zone}.`}</p>
        <SubscribeMenu />
      </header>
      {!isWithin(query) && (
        <section className={styles.section} aria-labelledby="upcoming">
          <h2 id="upcoming">Upcoming Events</h2>
          {upcoming.length > 0 ? (
            <EventGrid events={isWhole ? upcoming : upcoming.slice(0, FIRST_SEEN)} lines={lines} />
          ) : (
            <Empty>
              <p>There are currently no additional events planned yet for the remainder of the month.</p>
              <SmartLink to="/signup">Join the club to hear of the next one</SmartLink>
            </Empty>
          )}
        </section>
      )}
      {isWhole && <PastEvents query={query} years={years} loaded={past} />}
    </Page>
  );
}
