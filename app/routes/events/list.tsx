import { useEffect } from 'react';
import { Form } from 'react-router';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { viewEventCards } from '../../domain/events/event-view.ts';
import { startOfToday } from '../../time/club-time.ts';
import { listFutureEvents } from '../../domain/events/read-events.ts';
import { viewSignUpLines } from '../../domain/sign-ups/lines.ts';
import { isPlaceOfEvent, listPastYears, type PastPage } from '../../domain/events/past-events.ts';
import { viewKindsInUse } from '../../domain/events/kinds-in-use.ts';
import { cachedKind, findKindKey, type KindView } from '../../domain/kinds/list.ts';
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
import { beginsWithUpcoming, readPastQuery, type ListQuery } from './past-query.ts';
import { KindMark } from './kind-mark.tsx';
import { placesShown } from './places-shown.ts';
import { readFound } from './read-found.server.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, clock, mailing } = context.get(siteContext);
  const midnight = startOfToday(clock.timeZone);
  const { searchParams } = new URL(request.url);
  const query = readPastQuery(searchParams);
  const [kind, kinds] = await Promise.all([findKindKey(db, query.kind), viewKindsInUse(db)]);
  const years = await listPastYears(db, midnight, clock.timeZone, kind);
  const place = {
    past: searchParams.has('past') ? '1' : null,
    before: query.before && (await isPlaceOfEvent(db, query.before)) ? query.before : null,
    year: query.year !== null && years.includes(query.year) ? String(query.year) : null,
    kind: cachedKind(query.kind, kind),
    // What visitors type is answered and not cached.
    q: null,
  };
  cacheUntil(context, { topics: ['event'], query: place, untilMidnight: true });
  const found = query.isShown ? await readFound({ db, clock }, midnight, { ...query, kind }) : null;
  const events = !beginsWithUpcoming(query)
    ? []
    : query.search && found
      ? found.upcoming
      : await listFutureEvents(db, midnight, kind);
  const [upcoming, { lines, policy }] = await Promise.all([
    viewEventCards(db, events, clock),
    viewSignUpLines(db, events, mailing),
  ]);
  cacheUntil(context, policy);
  return { upcoming, lines, past: found?.past ?? null, years, query, kinds };
}

/** Cards of a phone’s first screen. */
const FIRST_SEEN = 4;

const INTRO =
  'We host several social and educational events throughout the year. Select the interested event to learn more and sign up!';

export const handle = { topics: ['event', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Events', description: INTRO, path: '/events' });

export default function EventsList({
  loaderData: { upcoming, lines, past, years, query, kinds },
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
          <SubscribeMenu kinds={kinds} />
        </header>
        {years.length > 0 && <Search key={query.search} query={query} />}
      </div>
      {kinds.length > 0 && <Kinds kinds={kinds} kind={query.kind} />}
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

/** Each a link of its own, which works without JavaScript. */
function Kinds({ kinds, kind }: { kinds: KindView[]; kind: string | null }) {
  return (
    <nav aria-label="Kinds" className={styles.kinds}>
      <SmartLink to="/events" className={styles.chip ?? ''} aria-current={kind === null ? 'true' : undefined}>
        All
      </SmartLink>
      {kinds.map((one) => (
        <SmartLink
          key={one.slug}
          to={`/events?kind=${one.slug}`}
          className={styles.chip ?? ''}
          aria-current={one.slug === kind ? 'true' : undefined}
        >
          <KindMark kind={one} />
        </SmartLink>
      ))}
    </nav>
  );
}

function Search({ query: { search, kind } }: { query: ListQuery }) {
  return (
    <Form id="search" action="/events#search" role="search" className={styles.search}>
      <label htmlFor="search-words" className={styles.label}>
        Search events
      </label>
      {kind && <input type="hidden" name="kind" value={kind} />}
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
