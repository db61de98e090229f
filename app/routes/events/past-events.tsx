import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PastEvent, PastPage } from '../../domain/events/past-events.ts';
import { announce } from '../../ui/announcer.tsx';
import { readItem, writeItem } from '../../ui/browser-storage.ts';
import { Empty } from '../../ui/empty.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import * as panel from '../../ui/panel.module.css';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { inBackground } from '../../ui/in-background.ts';
import { wantsNewTab } from '../../ui/wants-new-tab.ts';
import { EventGrid } from './event-grid.tsx';
import * as styles from './list.module.css';
import type { clientLoader } from './past-page.ts';
import { pastAddress, type ListQuery } from './past-query.ts';

const PAST = '/past-events';
const NO_PAST = 'There are no past events to display.';

interface PastEventsProps {
  query: ListQuery;
  years: number[];
  loaded: PastPage | null;
}

export function PastEvents({ query, years, loaded }: PastEventsProps) {
  return (
    <section className={styles.section} aria-labelledby="past">
      <h2 id="past" tabIndex={-1}>
        Past Events
      </h2>
      {years.length > 1 && <Years years={years} query={query} />}
      <PastList key={pastAddress('', query)} query={query} loaded={loaded} />
    </section>
  );
}

function Years({ years, query: { year, committee, kind } }: Pick<PastEventsProps, 'years' | 'query'>) {
  return (
    <nav aria-label="Years" className={styles.years}>
      {years.map((one) => (
        <SmartLink
          key={one}
          to={`${pastAddress('/events', { year: one, committee, kind })}#past`}
          aria-current={one === year ? 'true' : undefined}
          className={styles.year ?? ''}
        >
          {one}
        </SmartLink>
      ))}
    </nav>
  );
}

function PastList({ query, loaded }: Pick<PastEventsProps, 'query' | 'loaded'>) {
  const first = useFetcher<typeof clientLoader>();
  const { pages, more } = usePages(pastAddress('', query), loaded ?? first.data?.past);
  const { load } = first;
  const { committee, kind } = query;
  const all = pastAddress(PAST, { committee, kind });
  const events = pastAddress('/events', { committee, kind });
  const list = useRef<HTMLDivElement>(null);
  const awaitMore = useFocusOnAdded(list, eventsOf(pages).length, pages.length > 0);

  useEffect(() => {
    if (!loaded && wasAsked()) inBackground(load(all));
  }, [loaded, load, all]);

  // Remembered only once loaded, so that a list that fails to load does not request itself again and again.
  useEffect(() => {
    if (pages.length > 0) noteAsked();
  }, [pages]);

  const show = () => {
    awaitMore();
    inBackground(load(all));
  };

  return (
    <div ref={list} className={styles.list}>
      {pages.length > 0 ? (
        <PastPages query={query} pages={pages} more={more} awaitMore={awaitMore} />
      ) : first.state !== 'idle' ? (
        <Spinner label="Loading past events" />
      ) : first.data ? (
        <Failure onRetry={show} />
      ) : (
        <ButtonLink
          quiet
          to={`${events}${events.includes('?') ? '&' : '?'}past=1`}
          className={styles.show}
          onClick={unlessNewTab(show)}
        >
          Show past events
        </ButtonLink>
      )}
    </div>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const retry = useRef<HTMLButtonElement>(null);
  // The pressed link is gone, and the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) retry.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={panel.error}>
      <p role="alert">The past events could not be loaded. Please try again in a moment.</p>
      <p>
        <Button quiet ref={retry} onClick={onRetry}>
          Try again
        </Button>
      </p>
    </div>
  );
}

interface PastPagesProps {
  query: ListQuery;
  pages: PastPage[];
  more: ReturnType<typeof useFetcher<typeof clientLoader>>;
  awaitMore: () => void;
}

/** Pages overlap if an event was added or removed in between. */
function eventsOf(pages: PastPage[]) {
  return [...new Map(pages.flatMap((page) => page.events.map((event) => [event.key, event]))).values()];
}

function PastPages({ query, pages, more, awaitMore }: PastPagesProps) {
  const events = eventsOf(pages);
  const next = pages.at(-1)?.next ?? null;
  const further = { ...query, before: next };
  const showMore = () => {
    awaitMore();
    inBackground(more.load(pastAddress(PAST, { ...further, year: null })));
  };
  return (
    <>
      {events.length === 0 && !query.search && <Empty>{NO_PAST}</Empty>}
      {byYear(events).map(([year, inYear]) => (
        <section key={year} className={styles.group} aria-labelledby={`past-${year}`}>
          <h3 id={`past-${year}`}>{year}</h3>
          <EventGrid events={inYear} calm level="h4" />
        </section>
      ))}
      {next && more.state !== 'idle' && <Spinner label="Loading more past events" />}
      {next && more.state === 'idle' && more.data?.past === null && <Failure onRetry={showMore} />}
      {next && more.state === 'idle' && more.data?.past !== null && (
        <ButtonLink quiet to={pastAddress('/events', further)} className={styles.show} onClick={unlessNewTab(showMore)}>
          Show more
        </ButtonLink>
      )}
    </>
  );
}

function byYear(events: PastEvent[]): [year: number, events: PastEvent[]][] {
  return [...Map.groupBy(events, ({ year }) => year)];
}

/** The lists as last shown, by their query, so that people who come back find them as long as before and scrolled to the same place. */
const shown = new Map<string, PastPage[]>();

function usePages(address: string, first: PastPage | null | undefined) {
  const more = useFetcher<typeof clientLoader>();
  const [pages, setPages] = useState(() => shown.get(address) ?? (first ? [first] : []));
  const further = more.data?.past;
  const arrived = [first, further].find((page) => page && !pages.includes(page));
  if (arrived) setPages(placed(pages, arrived));
  useEffect(() => {
    if (pages.length > 0) shown.set(address, pages);
  }, [address, pages]);
  return { pages, more };
}

function placed(pages: PastPage[], page: PastPage): PastPage[] {
  const at = pages.findIndex(({ begin }) => begin === page.begin);
  return at < 0 ? [...pages, page] : pages.with(at, page);
}

/** Moves the focus to the first added event, and announces how many were added, because the pressed link disappears. */
function useFocusOnAdded(list: React.RefObject<HTMLElement | null>, count: number, isLoaded: boolean): () => void {
  const countBefore = useRef<number>(null);
  useEffect(() => {
    if (countBefore.current === null || !isLoaded || (count === countBefore.current && count > 0)) return;
    const added = count - countBefore.current;
    list.current
      ?.querySelectorAll<HTMLElement>('article :is(h3, h4) a')
      [countBefore.current]?.focus({ preventScroll: true });
    announce(added === 0 ? NO_PAST : added === 1 ? '1 past event was added' : `${added} past events were added`);
    countBefore.current = null;
  }, [list, count, isLoaded]);
  return () => {
    countBefore.current = count;
  };
}

/** Both links also work without JavaScript. With it, the list grows in place, unless a new tab is wanted. */
function unlessNewTab(load: () => void) {
  return (event: React.MouseEvent) => {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    load();
  };
}

const ASKED = 'clubroom.past-events';

/** Kept in memory too, for browsers that store nothing. */
let hasAsked = false;

/** Remembers, for this browser's session, that the visitor has asked for past events (product.md 2, Events). */
function noteAsked(): void {
  hasAsked = true;
  writeItem('sessionStorage', ASKED, 'yes');
}

function wasAsked(): boolean {
  return hasAsked || readItem('sessionStorage', ASKED) !== null;
}
