import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PastPage } from '../../domain/events/past-page.ts';
import { announce } from '../../ui/announce.ts';
import { Empty } from '../../ui/empty.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import panel from '../../ui/panel.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { noteAsked, wasAsked } from './asked-for-past.ts';
import { EventGrid } from './event-grid.tsx';
import styles from './list.module.css';
import type { clientLoader } from './past-page.ts';
import { inBackground } from '../../ui/in-background.ts';

/** Where the list asks for a page of them; the links lead to whole screens. */
const PAST = '/past-events';
const NO_PAST = 'There are no past events to display.';

interface PastEventsProps {
  /** Where the list begins: null at the newest event, else behind the event that the address names. */
  begin: string | null;
  /** Its first page, where the address asks for it. */
  loaded: PastPage | null;
}

/** The past events: hidden until asked for, then shown whenever the screen is visited in this session. */
export function PastEvents({ begin, loaded }: PastEventsProps) {
  const first = useFetcher<typeof clientLoader>();
  const { pages, more } = usePages(begin, loaded ?? first.data?.past);
  const { load } = first;
  const section = useRef<HTMLElement>(null);
  const awaitMore = useGoingOn(section, eventsOf(pages).length, pages.length > 0);

  useEffect(() => {
    if (!loaded && wasAsked()) inBackground(load(PAST));
  }, [loaded, load]);

  // Remembered once they have come: a list that cannot be loaded is not asked for by itself again and again.
  useEffect(() => {
    if (pages.length > 0) noteAsked();
  }, [pages]);

  const show = () => {
    awaitMore();
    inBackground(load(PAST));
  };

  return (
    <section ref={section} className={styles.section} aria-labelledby="past">
      <h2 id="past">Past Events</h2>
      {pages.length > 0 ? (
        <PastPages pages={pages} more={more} awaitMore={awaitMore} />
      ) : first.state !== 'idle' ? (
        <Spinner label="Loading past events" />
      ) : first.data ? (
        <Failure onRetry={show} />
      ) : (
        <ButtonLink quiet to="/events?past=1" className={styles.show} onClick={unlessNewTab(show)}>
          Show past events
        </ButtonLink>
      )}
    </section>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const retry = useRef<HTMLButtonElement>(null);
  // The link that asked has gone, and the keyboard with it.
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
  pages: PastPage[];
  more: ReturnType<typeof useFetcher<typeof clientLoader>>;
  awaitMore: () => void;
}

/** Where an event came or went meanwhile, neighbouring pages overlap. */
function eventsOf(pages: PastPage[]) {
  return [...new Map(pages.flatMap((page) => page.events.map((event) => [event.key, event]))).values()];
}

function PastPages({ pages, more, awaitMore }: PastPagesProps) {
  const events = eventsOf(pages);
  const next = pages.at(-1)?.next;
  const before = `before=${encodeURIComponent(next ?? '')}`;
  const showMore = () => {
    awaitMore();
    inBackground(more.load(`${PAST}?${before}`));
  };
  if (events.length === 0) return <Empty>{NO_PAST}</Empty>;
  return (
    <>
      <EventGrid events={events} calm />
      {next && more.state !== 'idle' && <Spinner label="Loading more past events" />}
      {next && more.state === 'idle' && more.data?.past === null && <Failure onRetry={showMore} />}
      {next && more.state === 'idle' && more.data?.past !== null && (
        <ButtonLink quiet to={`/events?past=1&${before}`} className={styles.show} onClick={unlessNewTab(showMore)}>
          Show more
        </ButtonLink>
      )}
    </>
  );
}

/** What the lists showed last, by where they begin: whoever comes back finds them as long, and scrolled, as before. */
const shown = new Map<string | null, PastPage[]>();

/** The pages loaded so far; one that is loaded again takes its old place. */
function usePages(begin: string | null, first: PastPage | null | undefined) {
  const more = useFetcher<typeof clientLoader>();
  const [pages, setPages] = useState(() => shown.get(begin) ?? (first ? [first] : []));
  const further = more.data?.past;
  const arrived = [first, further].find((page) => page && !pages.includes(page));
  if (arrived) setPages(placed(pages, arrived));
  useEffect(() => {
    if (pages.length > 0) shown.set(begin, pages);
  }, [begin, pages]);
  return { pages, more };
}

function placed(pages: PastPage[], page: PastPage): PastPage[] {
  const place = pages.findIndex(({ begin }) => begin === page.begin);
  return place < 0 ? [...pages, page] : pages.with(place, page);
}

/**
 * The link that asked for events goes once they are there: the keyboard goes on at the first of them, and how many there
 * are is said. Gives back how to note that somebody asked.
 */
function useGoingOn(section: React.RefObject<HTMLElement | null>, count: number, isLoaded: boolean): () => void {
  const asked = useRef<number>(null);
  useEffect(() => {
    if (asked.current === null || !isLoaded || (count === asked.current && count > 0)) return;
    const added = count - asked.current;
    section.current?.querySelectorAll<HTMLElement>('article a')[asked.current]?.focus({ preventScroll: true });
    announce(added === 0 ? NO_PAST : added === 1 ? '1 past event was added' : `${added} past events were added`);
    asked.current = null;
  }, [section, count, isLoaded]);
  return () => {
    asked.current = count;
  };
}

/** Both links are real and work without JavaScript; with it the list grows in place, unless a new tab is wanted. */
function unlessNewTab(load: () => void) {
  return (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load();
  };
}
