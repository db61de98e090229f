import { useState } from 'react';
import { formatClubDay } from '../../../time/club-day.ts';
import { ConfirmDialog, REMOVAL_LABELS } from '../../../ui/admin/confirm-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useKeptFocus } from '../../../ui/admin/use-kept-focus.ts';
import * as rows from '../../../ui/admin/rows.module.css';
import { Empty } from '../../../ui/empty.tsx';
import { Button } from '../../../ui/button.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import * as styles from './digest.module.css';

interface Subscriber {
  key: string;
  email: string;
  /** 'YYYY-MM-DD', or empty. */
  since: string;
}

/** Lists their addresses, for Admins only. */
export function Subscribers({ subscribers }: { subscribers: Subscriber[] }) {
  const { locale } = useSiteFacts();
  const [removing, setRemoving] = useState<Subscriber>();
  const { list, onFocus } = useKeptFocus<HTMLUListElement>(subscribers, 'li');
  return (
    <section aria-labelledby="subscribers-heading">
      <h2 id="subscribers-heading" className={styles.heading}>
        Who gets it
      </h2>
      <p>
        <a href="/admin/digest/subscribers.csv">Download CSV</a>
      </p>
      {subscribers.length === 0 && <Empty>Nobody gets it yet. People subscribe at /subscribe.</Empty>}
      <ul ref={list} role="list" onFocus={onFocus}>
        {subscribers.map((one) => (
          <li key={one.key} className={rows.row}>
            <div>
              <strong className={rows.name}>{one.email}</strong>
              {one.since && <span className={rows.facts}>{`Since ${formatClubDay(one.since, { locale })}`}</span>}
            </div>
            <Button quiet aria-label={`Remove ${one.email}`} onClick={() => setRemoving(one)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {removing && (
        <ConfirmDialog
          {...REMOVAL_LABELS}
          title="Remove address"
          payload={{ verb: 'remove', key: removing.key }}
          onDone={() => say(`${removing.email} is removed`)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            <bdi>{removing.email}</bdi> gets no more mails of the week, and is erased from the list for good.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
