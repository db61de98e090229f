import { useEffect } from 'react';
import { viewMenu } from '../../domain/food.ts';
import { viewScreen, type ScreenEvent, type ScreenPicture } from '../../domain/screen.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { formatClockTime, formatNearDay, type ClubClock } from '../../time/club-time.ts';
import { readPage } from '../../read-answer.ts';
import { CalendarDays } from '../events/icons.tsx';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { formatPrice } from '../../domain/money.ts';
import { qrCodePicture } from '../sign-ups/qr-code.server.ts';
import type { Route } from './+types/screen';
import { countdown, dayWord } from './countdown.ts';
import { addressOfPicture, Pictures } from './pictures.tsx';
import * as styles from './screen.module.css';
import { STEP_MS, useScreen } from './use-screen.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, club, settings } = context.get(siteContext);
  const view = await viewScreen(db, clock);
  const until = Math.min(...view.events.map((event) => event.until));
  cacheUntil(context, { topics: ['event', 'files', 'food'], untilMidnight: true, until });
  const menu = club.pages.services ? await viewMenu(db) : [];
  const events = `${settings.publicUrl}/events`;
  return {
    ...view,
    clock,
    menu: menu.map(({ name, items }) => ({
      name,
      items: items.map((item) => ({ key: item.key, name: item.name, price: formatPrice(item.price, club.club) })),
    })),
    code: { picture: qrCodePicture(events), host: new URL(events).host },
  };
}

export const handle = { topics: ['event', 'files', 'food'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...headOf(matches, { title: 'Screen', description: 'What is on, for the display in our room.', path: '/screen' }),
  { name: 'robots', content: 'noindex' },
];

/** More would be too many to read from afar; a smaller display shows those that fit. */
const MOST_LATER = 5;

export default function Screen({ loaderData }: Route.ComponentProps) {
  const { clock, events, pictures, menu, code } = loaderData;
  const { name } = useSiteFacts();
  const shown = pictures.length > 0 ? pictures : events.map(posterOf);
  const { now, awaySince } = useScreen(
    loaderData,
    shown.map(({ image }) => addressOfPicture(image)),
  );
  useWakeLock();
  const upcoming = events.filter(({ until }) => now === null || until > now);
  const next = upcoming.find(({ cancelled }) => !cancelled);
  const later = upcoming.filter((event) => event !== next).slice(0, MOST_LATER);
  const step = now === null ? 0 : Math.floor(now / STEP_MS);
  return (
    <div className={styles.screen} data-menu={menu.length > 0} style={{ translate: placeAt(step) }}>
      <header className={styles.head}>
        <h1 className={styles.club} dir="auto">
          {name}
        </h1>
        <p className={styles.clock}>
          {awaySince !== null && <span className={styles.away}>{`As of ${formatClockTime(awaySince, clock)}`}</span>}
          {now !== null && (
            <>
              <span>{formatNearDay(now, clock)}</span>
              <strong>{formatClockTime(now, clock)}</strong>
            </>
          )}
        </p>
      </header>
      <Next event={next} now={now} clock={clock} />
      <ul role="list" aria-label="Later" className={styles.later}>
        {later.map((event) => (
          <Later key={event.key} event={event} now={now} clock={clock} />
        ))}
      </ul>
      <Pictures pictures={shown} step={step} />
      {menu.length > 0 && <MenuPanel menu={menu} step={step} />}
      <section className={styles.code} aria-label="All events">
        <img src={code.picture} alt={`Code for ${code.host}/events`} width={240} height={240} />
        <p>
          <strong>All events</strong>
          <span>
            <bdi>{code.host}</bdi>
            <wbr />
            /events
          </span>
        </p>
      </section>
    </div>
  );
}

/** The drawn poster contains the title. */
function posterOf({ image, poster }: ScreenEvent): ScreenPicture {
  return { image: image ?? { src: poster, width: null, height: null, blur: null, variants: null }, title: '' };
}

const STEPS_AT_A_PLACE = 25;
const PLACES = [
  '0 0',
  '0.4em 0.2em',
  '0.2em 0.5em',
  '-0.3em 0.4em',
  '-0.5em 0',
  '-0.3em -0.4em',
  '0.2em -0.5em',
  '0.4em -0.2em',
];

/** Moves everything a little now and then, because a picture that never moves burns into the display. */
function placeAt(step: number): string | undefined {
  return PLACES[Math.floor(step / STEPS_AT_A_PLACE) % PLACES.length];
}

interface EventProps<Event> {
  event: Event;
  now: number | null;
  clock: ClubClock;
}

function Next({ event, now, clock }: EventProps<ScreenEvent | undefined>) {
  if (!event) {
    return (
      <section className={styles.next} data-empty>
        <h2>There aren’t any events planned yet. Please check back at a later time!</h2>
      </section>
    );
  }
  const { title, day, hour, start, location, tentative } = event;
  const isNow = start !== null && now !== null && start <= now;
  const word = start !== null && now !== null ? dayWord(start, now, clock.timeZone) : undefined;
  return (
    <section className={styles.next}>
      <p className={styles.when}>
        {(tentative || !isNow) && <span className={styles.tag}>{tentative ? 'Tentative' : 'Next event'}</span>}
        <bdi>{word ?? day}</bdi>
        {hour && <span>{hour}</span>}
      </p>
      <h2 dir="auto" data-long={title.length > LONG || undefined}>
        {title}
      </h2>
      {location && (
        <p className={styles.where} dir="auto">
          {location}
        </p>
      )}
      <Countdown start={start} now={now} clock={clock} />
    </section>
  );
}

const LONG = 44;

function Countdown({ start, now, clock }: { start: number | null; now: number | null; clock: ClubClock }) {
  // Empty until the page is alive, because a cached page would show an outdated time.
  if (start === null || now === null) return <p className={styles.countdown} />;
  if (start <= now) return <p className={styles.countdown}>now</p>;
  return (
    <p className={styles.countdown}>
      {countdown(start, now, clock.timeZone).map(({ count, unit }) => (
        <span key={unit}>
          <strong>{count}</strong> <bdi>{unit}</bdi>{' '}
        </span>
      ))}
    </p>
  );
}

function Later({ event, now, clock }: EventProps<ScreenEvent>) {
  const { title, block, day, hour, start, location, cancelled, tentative } = event;
  const isNow = start !== null && now !== null && start <= now;
  const word = start !== null && now !== null ? dayWord(start, now, clock.timeZone) : undefined;
  return (
    <li className={styles.row} data-cancelled={cancelled || undefined}>
      <p className={styles.block}>
        {block ? (
          <>
            <span>{block.weekday}</span>
            <strong>{block.day}</strong>
            <span>{block.month}</span>
          </>
        ) : (
          <CalendarDays size={40} />
        )}
      </p>
      <div className={styles.about}>
        <h3 dir="auto">{title}</h3>
        <p>
          {cancelled && <strong className={styles.cancelled}>CANCELLED</strong>}
          {tentative && !cancelled && <span>Tentative</span>}
          {word && <span>{isNow ? 'now' : word}</span>}
          {start === null ? <Part text={day} className={styles.day} /> : <Part text={hour} />}
          <Part text={location} className={styles.place} />
        </p>
      </div>
    </li>
  );
}

function Part({ text, className }: { text: string; className?: string | undefined }) {
  if (!text) return null;
  return (
    <span className={className}>
      <bdi>{text}</bdi>
    </span>
  );
}

const PAUSE_MS = 30_000;

/** Loads the page again by itself, because nobody is there to press ‘Try again’. */
export function ErrorBoundary() {
  useEffect(() => {
    const timer = setInterval(() => {
      fetch('/screen', { cache: 'no-store' })
        .then(readPage)
        .then(
          () => location.reload(),
          () => undefined,
        );
    }, PAUSE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={styles.screen}>
      <title>Screen</title>
      <section className={styles.next} data-empty>
        <h1>Back in a moment.</h1>
      </section>
    </div>
  );
}

const ITEMS_AT_A_TIME = 5;

/** Shows the parts of the menu one after another. */
function MenuPanel({ menu, step }: { menu: Route.ComponentProps['loaderData']['menu']; step: number }) {
  const parts = menu.flatMap(({ name, items }) =>
    Array.from({ length: Math.ceil(items.length / ITEMS_AT_A_TIME) }, (_, at) => ({
      name,
      items: items.slice(at * ITEMS_AT_A_TIME, (at + 1) * ITEMS_AT_A_TIME),
    })),
  );
  const part = parts[step % parts.length];
  if (!part) return null;
  return (
    <section className={styles.menu} aria-label="Menu">
      <h2>
        Menu <span>{part.name}</span>
      </h2>
      <dl>
        {part.items.map(({ key, name, price }) => (
          <div key={key}>
            <dt dir="auto">{name}</dt>
            <dd>{price}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
