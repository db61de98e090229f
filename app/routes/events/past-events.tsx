import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PastPage } from '../../domain/events/past-page.ts';
import { Empty } from '../../ui/empty.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { noteAsked, wasAsked } from './asked-for-past.ts';
import { EventGrid } from './event-grid.tsx';
import styles from './list.module.css';
import type { loader } from './list.tsx';

interface PastEventsProps {
  /** Where the list begins: null at the newest event, else behind the event that the address names. */
  begin: string | null;
  /** Its first page, where the address asks for it. */
  loaded: PastPage | null;
}

/** The past events: hidden until asked for, then shown whenever the screen is visited in this session. */
export function PastEvents({ begin, loaded }: PastEventsProps) {
  const first = useFetcher<typeof loader>();
  const { pages, more } = usePages(begin, loaded ?? first.data?.past);
  const { load } = first;

  useEffect(() => {
    if (loaded) noteAsked();
    else if (wasAsked()) void load('/events?past=1');
  }, [loaded, load]);

  const show = unlessNewTab(() => {
    noteAsked();
    void load('/events?past=1');
  });

  return (
    <section className={styles.section} aria-labelledby="past">
      <h2 id="past">Past Events</h2>
      {pages.length > 0 ? (
        <PastPages pages={pages} more={more} />
      ) : first.state === 'idle' ? (
        <ButtonLink quiet to="/events?past=1" className={styles.show} onClick={show}>
          Show past events
        </ButtonLink>
      ) : (
        <Spinner label="Loading past events" />
      )}
    </section>
  );
}

function PastPages({ pages, more }: { pages: PastPage[]; more: ReturnType<typeof useFetcher<typeof loader>> }) {
  // Where an event came or went meanwhile, neighbouring pages overlap.
  const events = [...new Map(pages.flatMap((page) => page.events.map((event) => [event.key, event]))).values()];
  const next = pages.at(-1)?.next;
  const address = `/events?past=1&before=${encodeURIComponent(next ?? '')}`;
  if (events.length === 0) return <Empty>There are no past events to display.</Empty>;
  return (
    <>
      <EventGrid events={events} calm />
      {next && more.state !== 'idle' && <Spinner label="Loading more past events" />}
      {next && more.state === 'idle' && (
        <ButtonLink quiet to={address} className={styles.show} onClick={unlessNewTab(() => void more.load(address))}>
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
  const more = useFetcher<typeof loader>();
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

/** Both links are real and work without JavaScript; with it the list grows in place, unless a new tab is wanted. */
function unlessNewTab(load: () => void) {
  return (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load();
  };
}
