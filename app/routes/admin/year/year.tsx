import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { viewYear, type EventFigures, type MonthFigures, type YearFigures } from '../../../domain/looking-back/year.ts';
import { toLoader } from '../../../http/actions.ts';
import { DownloadBar } from '../../../ui/admin/answers-table.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { PlainTable } from '../../../ui/admin/plain-table.tsx';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { Route } from './+types/year';
import { readYear } from './year-query.ts';
import * as styles from './year.module.css';

const TITLE = 'The year in figures';

export const handle = { topics: ['event', 'draft', 'entry', 'member'] } satisfies LiveHandle;

export const meta = screenHead({
  title: TITLE,
  description: 'Events, sign-ups and people, by the club’s years.',
  path: '/admin/year',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site: { db, club, clock }, actor, request }) => {
  const { yearStartsIn, currency } = club.club;
  const hasMembers = club.membership !== undefined;
  const options = { clock, yearStartsIn, hasMembers, currency, year: readYear(request.url) };
  return viewYear(db, actor, options);
});

export default function Year({ loaderData: figures }: Route.ComponentProps) {
  const { name: club } = useSiteFacts();
  const { year, name, years, months, listed, since } = figures;
  const heading = useRef<HTMLHeadingElement>(null);
  const drawn = useRef(year);
  // The pressed link is gone, because its year is the heading now.
  useEffect(() => {
    if (drawn.current !== year) heading.current?.focus();
    drawn.current = year;
  }, [year]);
  return (
    <AdminScreen title={TITLE}>
      <div className={styles.page}>
        <header className={styles.head}>
          <h2 ref={heading} tabIndex={-1}>
            <span className={styles.printed}>{TITLE}, </span>
            {name}
            <span className={styles.printed}>, {club}</span>
          </h2>
          {years.length > 1 && (
            <nav aria-label="Years" className={styles.years}>
              {years
                .filter((one) => one.year !== year)
                .map((one) => (
                  <Link key={one.year} to={`?year=${one.year}`} preventScrollReset>
                    {one.name}
                  </Link>
                ))}
            </nav>
          )}
        </header>
        <Totals {...figures} />
        <p className={styles.note}>{basisOf(figures, since)}</p>
        <ByMonth months={months} />
        <section aria-labelledby="by-event" className={styles.part}>
          <h3 id="by-event">By event</h3>
          <div className={styles.bar}>
            <Button onClick={() => print()}>Print</Button>
            <DownloadBar href={`/admin/year/year.csv?year=${year}`}>{null}</DownloadBar>
          </div>
          {listed.length === 0 ? (
            <Empty>No event of this year has taken place yet.</Empty>
          ) : (
            <ByEvent events={listed} />
          )}
        </section>
      </div>
    </AdminScreen>
  );
}

function Totals({ events, signUps, came, people, members, takenIn }: YearFigures) {
  const totals: [label: string, count: number | string][] = [
    ['Events', events],
    ['Sign-ups', signUps],
    ['Came', came],
    ['Different people', people],
  ];
  if (members) totals.push(['Members paid', members.paid], ['New members', members.joined]);
  if (takenIn !== null) totals.push(['Taken in', takenIn]);
  return (
    <dl className={styles.totals}>
      {totals.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{typeof count === 'string' ? count : shown(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sentences about what the figures are based on. */
function basisOf({ unknown }: YearFigures, since: string): string {
  const left = unknown === 1 ? '1 event has' : `${shown(unknown)} events have`;
  return [
    'Sign-ups are those who went or were going at the end.',
    ...(unknown > 0 ? [`${left} no attendance yet.`] : []),
    ...(since === ''
      ? []
      : [`Counting began on ${since}. Each event is counted the day after it; earlier events were counted then.`]),
  ].join(' ');
}

/** A bar chart whose bars differ in more than colour and show their numbers. The table has the same figures. */
function ByMonth({ months }: { months: MonthFigures[] }) {
  const most = Math.max(1, ...months.flatMap(({ signUps, came }) => [signUps, came]));
  return (
    <figure className={styles.part} aria-labelledby="by-month">
      <figcaption>
        <h3 id="by-month">By month</h3>
        <p aria-hidden="true" className={styles.legend}>
          <span>
            <i data-of="signUps" /> Sign-ups
          </span>
          <span>
            <i data-of="came" /> Came
          </span>
        </p>
      </figcaption>
      <div aria-hidden="true" className={styles.chart}>
        {months.map(({ name, signUps, came }) => (
          <div key={name} className={styles.month}>
            <div className={styles.bars}>
              <Bar of="signUps" count={signUps} most={most} />
              <Bar of="came" count={came} most={most} />
            </div>
            <span className={styles.monthName}>{name.slice(0, 3)}</span>
          </div>
        ))}
      </div>
      <details className={styles.behind}>
        <summary>The chart as a table</summary>
        <PlainTable
          className={styles.table}
          head={['Month', 'Events', 'Sign-ups', 'Came']}
          rows={months.map(({ name, events, signUps, came }) => ({
            key: name,
            cells: [name, shown(events), shown(signUps), shown(came)],
          }))}
        />
      </details>
    </figure>
  );
}

function Bar({ of, count, most }: { of: 'signUps' | 'came'; count: number; most: number }) {
  return (
    <div className={styles.column}>
      {count > 0 && <span>{shown(count)}</span>}
      {count > 0 && <i data-of={of} style={{ height: `${(100 * count) / most}%` }} />}
    </div>
  );
}

/** The number of events that fit on the printed sheet below everything else. */
const MOST_PRINTED = 20;

function ByEvent({ events }: { events: EventFigures[] }) {
  const left = events.length - MOST_PRINTED;
  const hasMoney = events.some(({ takenIn }) => takenIn !== null);
  return (
    <>
      <PlainTable
        className={styles.table}
        head={['Event', 'Date', 'Sign-ups', 'Came', ...(hasMoney ? ['Taken in'] : [])]}
        rows={events.map(({ key, title, date, signUps, came, takenIn }, at) => ({
          key,
          cells: [
            <SmartLink key={key} to={`/admin/events/${encodeURIComponent(key)}`}>
              {title}
            </SmartLink>,
            ...[date, shown(signUps), came === null ? '–' : shown(came)],
            ...(hasMoney ? [takenIn ?? '–'] : []),
          ],
          ...(at >= MOST_PRINTED && { attributes: { 'data-unprinted': true } }),
        }))}
      />
      {left > 0 && <p className={styles.printed}>… and {shown(left)} more, in the download.</p>}
    </>
  );
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
