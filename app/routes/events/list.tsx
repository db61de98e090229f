import { useEffect, type ReactNode } from 'react';
import { Form } from 'react-router';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { findOrganiser, viewEventCards, type EventCardView, type EventView } from '../../domain/events/event-view.ts';
import { startOfToday } from '../../time/club-time.ts';
import { listFutureEvents } from '../../domain/events/read-events.ts';
import type { SignUpLine } from '../../domain/sign-ups/sign-up-line.ts';
import { viewSignUpLines } from '../../domain/sign-ups/sign-up-lines.ts';
import { isCursorOfEvent, listPastYears, type PastPage } from '../../domain/events/past-events.ts';
import { viewKindsInUse } from '../../domain/events/kinds-in-use.ts';
import { cachedKind, findKindKey, type KindView } from '../../domain/kinds/list.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { DrawnHtml } from '../../ui/drawn-html.tsx';
import { Empty } from '../../ui/empty.tsx';
import * as field from '../../ui/form/field.module.css';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { countFirstSeen, useIsPastFirstFrame } from '../../ui/use-is-past-first-frame.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import type { Route } from './+types/list';
import { SubscribeMenu } from './subscribe-menu.tsx';
import { EventGrid } from './event-grid.tsx';
import * as styles from './list.module.css';
import { PastEvents } from './past-events.tsx';
import { monthAddress } from './month/month-address.ts';
import './month/month.module.css';
import { readMonthPage, type MonthPage } from './month/read-month.server.ts';
import { beginsWithUpcoming, cachedQuery, pastAddress, readPastQuery, type ListQuery } from './past-query.ts';
import { KindMark } from './kind-mark.tsx';
import { placesShown } from './places-shown.ts';
import { readFound } from './read-found.server.ts';

interface ListData {
  upcoming: EventCardView[];
  lines: Record<string, SignUpLine>;
  past: PastPage | null;
  years: number[];
  query: ListQuery;
  /** The committee whose events are requested; null if none, or if it is unknown. */
  organiser: EventView['organiser'];
  kinds: KindView[];
  /** The month view, which replaces the list. */
  month: MonthPage | null;
}

const NO_LIST = { upcoming: [], lines: {}, past: null, years: [] };

export async function loader({ context, request }: Route.LoaderArgs): Promise<ListData> {
  const { db, clock, mailing } = context.get(siteContext);
  const midnight = startOfToday(clock.timeZone);
  const { searchParams } = new URL(request.url);
  const query = readPastQuery(searchParams);
  const { committee } = query;
  const [kind, kinds, organiser] = await Promise.all([
    findKindKey(db, query.kind),
    viewKindsInUse(db),
    committee ? findOrganiser(db, committee) : null,
  ]);
  if (searchParams.get('view') === 'month') {
    const asked = { month: searchParams.get('month'), committee, organiser, slug: query.kind, kind };
    return { ...NO_LIST, query, organiser, kinds, month: await readMonthPage(context, asked) };
  }
  const filter = { committee: committee ?? undefined, kind };
  const years = await listPastYears(db, midnight, clock.timeZone, filter);
  const cached = cachedQuery({
    past: searchParams.has('past') ? '1' : null,
    before: query.before && (await isCursorOfEvent(db, query.before)) ? query.before : null,
    year: query.year !== null && years.includes(query.year) ? String(query.year) : null,
    committee: organiser?.key ?? null,
    kind: cachedKind(query.kind, kind),
  });
  cacheUntil(context, { topics: ['event', 'committee'], query: cached, untilMidnight: true });
  const found = query.isShown ? await readFound({ db, clock }, midnight, { ...query, kind }) : null;
  const events = !beginsWithUpcoming(query)
    ? []
    : query.search && found
      ? found.upcoming
      : await listFutureEvents(db, midnight, filter);
  const [upcoming, { lines, policy }] = await Promise.all([
    viewEventCards(db, events, clock),
    viewSignUpLines(db, events, mailing),
  ]);
  cacheUntil(context, policy);
  return { upcoming, lines, past: found?.past ?? null, years, query, organiser, kinds, month: null };
}

/** The number of cards on the first screen. */
const FIRST_SEEN = { phone: 2, wider: 4 };

const INTRO =
  'We host several social and educational events throughout the year. Select the interested event to learn more and sign up!';

export const handle = { topics: ['event', 'form'], alsoOn: placesShown } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const month = loaderData?.month;
  if (!month) return headOf(matches, { title: 'Events', description: INTRO, path: '/events' });
  return [
    ...headOf(matches, { title: `Events in ${month.title}`, description: INTRO, path: month.path }),
    ...(month.isKnown ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
};

export default function EventsList({ loaderData: { kinds, month, ...list } }: Route.ComponentProps) {
  const { zone, sendsDigest } = useSiteFacts();
  return (
    <Page>
      <div className={styles.top}>
        <header className={styles.intro}>
          <h1>Events</h1>
          {!month && <p>{INTRO}</p>}
          <p className={styles.zone}>{`All times are ${zone}.`}</p>
          <div className={styles.follow}>
            <SubscribeMenu kinds={kinds} />
            {sendsDigest && <SmartLink to="/subscribe">Get what is coming by email</SmartLink>}
          </div>
        </header>
        {list.years.length > 0 && <Search key={list.query.search} query={list.query} />}
      </div>
      <Choices kinds={kinds} query={list.query} month={month} />
      {list.query.committee && (
        <p className={styles.found}>
          <span>{list.organiser ? `Organised by ${list.organiser.name}` : 'No events found'}</span>{' '}
          <SmartLink to="/events">Show all events</SmartLink>
        </p>
      )}
      {month ? <DrawnHtml html={month.html} /> : <List {...list} />}
    </Page>
  );
}

function List({ upcoming, lines, past, years, query }: Omit<ListData, 'organiser' | 'kinds' | 'month'>) {
  const isWhole = useIsPastFirstFrame();
  return (
    <>
      {query.search && <Found search={query.search} upcoming={upcoming.length} past={past} />}
      {beginsWithUpcoming(query) && (upcoming.length > 0 || !query.search) && (
        <section className={styles.section} aria-labelledby="upcoming">
          <h2 id="upcoming">Upcoming Events</h2>
          {upcoming.length > 0 ? (
            <EventGrid events={isWhole ? upcoming : upcoming.slice(0, countFirstSeen(FIRST_SEEN))} lines={lines} />
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
    </>
  );
}

/** Links, so that kinds and views work without JavaScript. */
function Choices({ kinds, query, month }: Pick<ListData, 'kinds' | 'query' | 'month'>) {
  const { committee, kind } = query;
  const addressOf = (slug: string | null) =>
    month
      ? monthAddress({ month: month.month, committee, kind: slug })
      : pastAddress('/events', { committee, kind: slug });
  return (
    <div className={styles.choices}>
      <nav aria-label="View" className={styles.chips}>
        <Chip to={pastAddress('/events', { committee, kind })} isOn={!month}>
          List
        </Chip>
        <Chip to={monthAddress({ month: null, committee, kind })} isOn={month !== null}>
          Month
        </Chip>
      </nav>
      {kinds.length > 0 && (
        <nav aria-label="Kinds" className={styles.chips}>
          <Chip to={addressOf(null)} isOn={kind === null}>
            All
          </Chip>
          {kinds.map((one) => (
            <Chip key={one.slug} to={addressOf(one.slug)} isOn={one.slug === kind}>
              <KindMark kind={one} />
            </Chip>
          ))}
        </nav>
      )}
    </div>
  );
}

function Chip({ to, isOn, children }: { to: string; isOn: boolean; children: ReactNode }) {
  return (
    <SmartLink to={to} className={styles.chip ?? ''} aria-current={isOn ? 'true' : undefined}>
      {children}
    </SmartLink>
  );
}

function Search({ query: { search, committee, kind } }: { query: ListQuery }) {
  return (
    <Form id="search" action="/events#search" role="search" className={styles.search}>
      <label htmlFor="search-words" className={styles.label}>
        Search events
      </label>
      {committee && <input type="hidden" name="committee" value={committee} />}
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
