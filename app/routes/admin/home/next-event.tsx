import { CopyButton } from '../../../ui/copy-button.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { EventCardView } from '../../../domain/events/event-card.ts';
import styles from './home.module.css';
import { Part } from './part.tsx';

type Next = Pick<EventCardView, 'key' | 'title' | 'when' | 'tentative'> & {
  /** null for an event without a form. */
  responses: number | null;
};

export function NextEvent({ event }: { event: Next | null }) {
  return (
    <Part title="Next event">
      {event ? <Facts event={event} /> : <p className={styles.quiet}>No event is planned.</p>}
      <p className={styles.actions}>
        <ButtonLink quiet={event !== null} to="/admin/events#add">
          Create event
        </ButtonLink>
      </p>
    </Part>
  );
}

function Facts({ event: { key, title, when, tentative, responses } }: { event: Next }) {
  const { publicUrl } = useSiteFacts();
  const address = encodeURIComponent(key);
  return (
    <>
      <p>
        <SmartLink to={`/admin/events/${address}`} className={styles.event ?? ''}>
          {tentative && '[TENTATIVE] '}
          {title || 'Without a title'}
        </SmartLink>
        <br />
        {when}
        {responses !== null && (
          <span className={styles.when}>
            {responses.toLocaleString('en')} {responses === 1 ? 'response' : 'responses'}
          </span>
        )}
      </p>
      <p className={styles.actions}>
        <SmartLink to={`/admin/events/${address}#edit/${address}`}>Edit</SmartLink>
        <CopyButton label="Copy link" text={() => `${publicUrl}/events/${address}`} />
      </p>
    </>
  );
}
