import type { ReactNode } from 'react';
import type { MonthCell, MonthEvent, ShownMonth, MonthView } from '../../../domain/events/month.ts';
import { KindMark } from '../kind-mark.tsx';
import * as styles from './month.module.css';

interface MonthProps extends MonthView {
  place: ShownMonth;
  weekdays: { short: string; long: string }[];
  /** The address of a month, by default of the present one. */
  addressOf: (month?: string | null) => string;
}

/** Rendered only by the server, without any script. */
export function Month({ title, weeks, undated, place, weekdays, addressOf }: MonthProps) {
  const { earlier, later } = place;
  const isEmpty = weeks.every((days) => days.every((day) => !day || day.events.length === 0));
  return (
    <>
      <div className={styles.top}>
        <h2>{title}</h2>
        <nav aria-label="Months" className={styles.months}>
          {earlier && <a href={addressOf(earlier)}>Earlier</a>}
          <a href={addressOf()} aria-current={place.isThis ? 'true' : undefined}>
            Today
          </a>
          {later && <a href={addressOf(later)}>Later</a>}
        </nav>
      </div>
      {isEmpty && <p className={styles.none}>There are no events in this month.</p>}
      <table className={styles.month}>
        <caption className="visually-hidden">{`Events in ${title}`}</caption>
        <thead>
          <tr>
            {weekdays.map(({ short, long }) => (
              <th key={short} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days, week) => (
            <tr key={week}>{days.map((day, at) => (day ? <Day key={at} {...day} /> : <td key={at}>{null}</td>))}</tr>
          ))}
        </tbody>
      </table>
      {undated.length > 0 && (
        <section className={styles.undated} aria-labelledby="undated">
          <h3 id="undated">Without a fixed date</h3>
          <ul role="list">
            {undated.map((event) => (
              <li key={event.key}>
                <UndatedEvent event={event} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Day({ day, label, number, isToday, events }: MonthCell) {
  return (
    <td data-filled={events.length > 0 || undefined} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day}>
        <span className={styles.label}>{label}</span>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
      </time>
      {events.length > 0 && (
        <ul role="list">
          {events.map((event) => (
            <li key={event.key}>
              <Event event={event} />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

function Event({ event }: { event: MonthEvent }) {
  return (
    <>
      <EventLink event={event}>
        <span className={styles.time}>{event.time}</span> <span dir="auto">{event.title}</span>
      </EventLink>
      <Marks event={event} />
    </>
  );
}

function UndatedEvent({ event }: { event: MonthEvent }) {
  return (
    <>
      <EventLink event={event}>
        <span dir="auto">{event.title}</span>
      </EventLink>
      <span className={styles.time} dir="auto">
        {event.time}
      </span>
      <Marks event={event} />
    </>
  );
}

function EventLink({ event: { key, cancelled }, children }: { event: MonthEvent; children: ReactNode }) {
  return (
    <a href={`/events/${encodeURIComponent(key)}`} data-cancelled={cancelled || undefined}>
      {children}
    </a>
  );
}

function Marks({ event: { cancelled, tentative, kind } }: { event: MonthEvent }) {
  return (
    <>
      {cancelled && <strong className={styles.cancelled}>CANCELLED</strong>}
      {tentative && !cancelled && <span className={styles.mark}>[TENTATIVE]</span>}
      {kind && (
        <span className={styles.mark}>
          <KindMark kind={kind} />
        </span>
      )}
    </>
  );
}
