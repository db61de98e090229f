import { useEffect } from 'react';
import { Form } from 'react-router';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { findOrganiser, viewEventCards } from '../../domain/events/event-view.ts';
import { startOfToday } from '../../time/club-time.ts';
import { listFutureEvents } from '../../domain/events/read-events.ts';
import { viewSignUpLines } from '../../domain/sign-ups/lines.ts';
import { isPlaceOfEvent, listPastYears, type PastPage } from '../../domain/events/past-events.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import * as field from '../../ui/form/field.module.css';
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
import { beginsWithUpcoming, readPastQuery } from './past-query.ts';
import { placesShown } from './places-shown.ts';
import { readFound } from './read-found.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, mailing } = context.get(siteContext);
  const midnight = startOfToday(clock.timeZone);
  const { searchParams } = new URL(request.url);
  const query = readPastQuery(searchParams);
  const of = { committee: query.committee ?? undefined };
  const organiser = query.committee ? await findOrganiser(db, query.committee) : null;
  const years = await listPastYears(db, midnight, clock.timeZone, of);
  const place = {
    past: searchParams.has('past') ? '1' : null,
    before: query.before && (await isPlaceOfEvent(db, query.before)) ? query.before : null,
    year: query.year !== null && years.includes(query.year) ? String(query.year) : null,
    committee: organiser?.key ?? null,
    // What visitors type is answered and not cached.
    q: null,
  };
  cacheUntil(context, { topics: ['event', 'committee'], query: place, untilMidnight: true });
  const found = query.isShown ? await readFound({ db, clock }, midnight, query) : null;
  const events = !beginsWithUpcoming(query)
    ? []
    : query.search && found
      ? found.upcoming
      : await listFutureEvents(db, midnight, of);
  const [upcoming, { lines, policy }] = await Promise.all([
    viewEventCards(db, events, clock),
    viewSignUpLines(db, events, mailing),
  ]);
  cacheUntil(context, policy);
  return { upcoming, lines, past: found?.past ?? null, years, query, organiser };
}

/** Cards of a phone’s first screen. */
const FIRST_SEEN = 4;

const INTRO =
  'We host several social and educational events throughout the year. Select the interested event to learn more and sign up!';

export const handle = { topics: ['event', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Events', description: INTRO, path: '/events' });

export default function EventsList({
  loaderData: { upcoming, lines, past, years, query, organiser },
}: Route.ComponentProps) {
  const { zone } = useSiteFacts();
  const isWhole = useWhole();
  return (
    <Page>
      <div className={styles.top}>
        <header className={styles.intro}>
          <h1>Events</h1>
          <p>{INTRO}</p>
          <p className={styles.zone}>{`All times are ${zone}.`}</p>
          <SubscribeMenu />
        </header>
        {years.length > 0 && <Search key={query.search} search={query.search} />}
      </div>
      {query.committee && (
        <p className={styles.found}>
          <span>{organiser ? `Organised by ${organiser.name}` : 'No events found'}</span>{' '}
          <SmartLink to="/events">Show all events</SmartLink>
        </p>
      )}
      {query.search && <Found search={query.search} upcoming={upcoming.length} past={past} />}
      {beginsWithUpcoming(query) && (upcoming.length > 0 || !query.search) && (
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
      {isWhole && !(query.search && past?.events.length === 0) && (
        <PastEvents query={query} years={years} loaded={past} />
      )}
    </Page>
  );
}

function Search({ search }: { search: string }) {
  return (
    <Form id="search" action="/events#search" role="search" className={styles.search}>
      <label htmlFor="search-words" className={styles.label}>
        Search events
      </label>
      <input id="search-words" type="search" name="q" defaultValue={search} maxLength={100} className={field.input} />
      <Button quiet type="submit">
        Search
      </Button>
    </Form>
  );
}

function Found({ search, upcoming, past }: { search: string; upcoming: number; past: PastPage | null }) {
  const count = upcoming + (past?.events.length ?? 0);
  const events = count === 1 ? '1 event' : `${count} events`;
  const found = count === 0 ? 'No events found' : past?.next ? `More than ${events} found` : `${events} found`;
  useEffect(() => announce(found), [found, search]);
  return (
    <p className={styles.found}>
      <span>{found}</span> for ‘<bdi>{search}</bdi>’. <SmartLink to="/events">Show all events</SmartLink>
    </p>
  );
}
