import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PastPage } from '../../domain/events/past-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { EventGrid } from './event-grid.tsx';
import styles from './list.module.css';
import type { loader } from './list.tsx';

/** Remembers, for this browser's session, that the visitor has asked for past events. */
const ASKED = 'clubroom.past-events';

/** The past events: hidden until asked for, then shown whenever the screen is visited in this session. */
export function PastEvents({ loaded }: { loaded: PastPage | null }) {
  const first = useFetcher<typeof loader>();
  const { pages, more } = usePages(loaded ?? first.data?.past ?? null);
  const { load } = first;

  useEffect(() => {
    if (!loaded && sessionStorage.getItem(ASKED)) void load('/events?past=1');
    if (loaded) sessionStorage.setItem(ASKED, 'yes');
  }, [loaded, load]);

  const show = unlessNewTab(() => {
    sessionStorage.setItem(ASKED, 'yes');
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
  const events = pages.flatMap((page) => page.events);
  const next = pages.at(-1)?.next;
  const address = `/events?past=1&before=${encodeURIComponent(next ?? '')}`;
  if (events.length === 0) return <p className={styles.empty}>There are no past events to display.</p>;
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

/** The pages loaded so far: the first as it is now, further ones added as they come. */
function usePages(first: PastPage | null) {
  const more = useFetcher<typeof loader>();
  const [further, setFurther] = useState<PastPage[]>([]);
  const arrived = more.data?.past;
  if (arrived && !further.includes(arrived)) setFurther([...further, arrived]);
  return { pages: first ? [first, ...further] : [], more };
}

/** Both links are real and work without JavaScript; with it the list grows in place, unless a new tab is wanted. */
function unlessNewTab(load: () => void) {
  return (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    load();
  };
}
