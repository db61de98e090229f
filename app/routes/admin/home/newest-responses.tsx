import { Link } from 'react-router';
import type { NewResponse, ResponsesOfDay } from '../../../domain/responses/newest-responses.ts';
import { formatClockTime, type ClubClock } from '../../../time/club-time.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import styles from './home.module.css';
import { Part } from './part.tsx';

interface NewestResponsesProps {
  days: ResponsesOfDay[];
  isAll: boolean;
  clock: ClubClock;
}

export function NewestResponses({ days, isAll, clock }: NewestResponsesProps) {
  return (
    <Part title="Newest responses">
      {days.length === 0 && <p className={styles.quiet}>Nobody has signed up or written yet.</p>}
      {days.map(({ day, count, responses }) => (
        <section key={day} className={styles.day} aria-label={day}>
          <h3>
            {day}, {count.toLocaleString('en')}
          </h3>
          <ul className={styles.list} role="list">
            {responses.map((response) => (
              <li key={response.key}>
                <Response response={response} clock={clock} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {days.length > 0 && !isAll && (
        <p>
          <Link to="?responses=all" preventScrollReset>
            Show all
          </Link>
        </p>
      )}
    </Part>
  );
}

function Response({
  response: { receivedAt, to, answer, answers },
  clock,
}: {
  response: NewResponse;
  clock: ClubClock;
}) {
  return (
    <details className={styles.response}>
      <summary>
        <span className={styles.clip} dir="auto">
          {answer || 'Someone'}
        </span>
        <span className={styles.when}>
          {to && ('event' in to ? to.event.title || 'An event without a title' : to.form)}
          {to && ', '}
          {formatClockTime(receivedAt, clock)}
        </span>
      </summary>
      <dl className={styles.answers}>
        {answers.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text || '–'}</dd>
          </div>
        ))}
      </dl>
      {to && (
        <p>
          <SmartLink to={'event' in to ? `/admin/events/${encodeURIComponent(to.event.key)}` : '/admin/submissions'}>
            {'event' in to ? 'All responses to this event' : 'All submissions'}
          </SmartLink>
        </p>
      )}
    </details>
  );
}
