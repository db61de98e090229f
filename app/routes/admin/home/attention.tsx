import { SmartLink } from '../../../ui/smart-link.tsx';
import styles from './home.module.css';
import { Part } from './part.tsx';

interface Named {
  key: string;
  title: string;
}

interface AttentionProps {
  unsettled: { undated: Named[]; tentative: Named[] };
  failedMails: number;
}

export function Attention({ unsettled: { undated, tentative }, failedMails }: AttentionProps) {
  const count = undated.length + tentative.length + failedMails;
  return (
    <Part title="Needs attention">
      {count === 0 && <p className={styles.quiet}>Nothing: all is in order.</p>}
      {count > 0 && (
        <ul className={styles.list} role="list">
          {failedMails > 0 && (
            <li>
              {failedMails === 1 ? '1 mail could not be sent' : `${failedMails} mails could not be sent`}: see Unsent
              mail
            </li>
          )}
          {undated.map((event) => (
            <li key={event.key}>
              <EventLink event={event} /> has no date, so no list shows it
            </li>
          ))}
          {tentative.map((event) => (
            <li key={event.key}>
              <EventLink event={event} /> is still tentative
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

function EventLink({ event: { key, title } }: { event: Named }) {
  return <SmartLink to={`/admin/events/${encodeURIComponent(key)}`}>{title || 'An event without a title'}</SmartLink>;
}
