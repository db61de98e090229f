import { siteContext, keepUntilChange } from '../../http/context.server.ts';
import { viewEventCards } from '../../domain/events/event-card.ts';
import { startOfToday } from '../../domain/events/club-time.ts';
import { listFutureEvents } from '../../domain/events/list-events.ts';
import { isPlaceOfEvent, viewPastPage } from '../../domain/events/past-page.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import type { Route } from './+types/list';
import { EventGrid } from './event-grid.tsx';
import styles from './list.module.css';
import { PastEvents } from './past-events.tsx';

/** Without `past` the upcoming events; with it also a page of past ones, behind the event that `before` names. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const query = new URL(request.url).searchParams;
  const before = query.get('before');
  const place = {
    past: query.has('past') ? '1' : null,
    before: before && (await isPlaceOfEvent(db, before)) ? before : null,
  };
  keepUntilChange(context, { topics: ['event'], query: place, untilMidnight: true });
  const midnight = startOfToday(clock.timeZone);
  const past = query.has('past') ? await viewPastPage(db, midnight, clock, before) : null;
  // A further page of past events is asked for by itself: the upcoming ones are there already.
  const upcoming = before !== null ? [] : await viewEventCards(db, await listFutureEvents(db, midnight), clock);
  return { upcoming, past, begin: before };
}

const INTRO =
  'We host several social and educational events throughout the year. Select the interested event to learn more and sign up!';

export const handle = { topics: ['event'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Events', description: INTRO, path: '/events' });

export default function EventsList({ loaderData: { upcoming, past, begin } }: Route.ComponentProps) {
  return (
    <Page>
      <header className={styles.intro}>
        <h1>Events</h1>
        <p>{INTRO}</p>
      </header>
      {begin === null && (
        <section className={styles.section} aria-labelledby="upcoming">
          <h2 id="upcoming">Upcoming Events</h2>
          {upcoming.length > 0 ? (
            <EventGrid events={upcoming} />
          ) : (
            <Empty>
              <p>There are currently no additional events planned yet for the remainder of the month.</p>
              <SmartLink to="/signup">Join the club to hear of the next one</SmartLink>
            </Empty>
          )}
        </section>
      )}
      <PastEvents key={begin} begin={begin} loaded={past} />
    </Page>
  );
}
