import { useCallback, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { ConfirmRemoval, removalQuestion } from '../../../ui/admin/confirm-removal.tsx';
import type { Selection } from '../../../ui/admin/use-selection.ts';
import { Button } from '../../../ui/button.tsx';
import * as styles from './event.module.css';
import { inBackground } from '../../../ui/in-background.ts';
import type { action } from './actions/responses-to-remove.ts';

interface RemoveEventsProps {
  removing: Pick<Selection, 'keys' | 'names'>;
  onClose: () => void;
  onRemoved: () => void;
}

export function RemoveEvents({ removing, onClose, onRemoved }: RemoveEventsProps) {
  const { keys, names } = removing;
  const responsesToRemove = useResponsesToRemove(keys);
  return (
    <ConfirmRemoval
      title="Remove events"
      question={removalQuestion(keys.length, 'event')}
      payload={{ verb: 'remove', keys }}
      waiting={responsesToRemove.isCounting}
      names={names}
      onClose={onClose}
      onRemoved={onRemoved}
    >
      <p role="status" className={styles.toRemove}>
        {responsesToRemove.text}
      </p>
      {responsesToRemove.retry && (
        <p>
          <Button quiet onClick={responsesToRemove.retry}>
            Count again
          </Button>
        </p>
      )}
    </ConfirmRemoval>
  );
}

interface ResponsesToRemove {
  text: string;
  isCounting?: boolean;
  retry?: () => void;
}

function useResponsesToRemove(keys: string[]): ResponsesToRemove {
  const { submit, data, state } = useFetcher<typeof action>();
  // The dialog asks about the events that were ticked when it opened.
  const [payload] = useState(() => JSON.stringify({ keys }));
  const count = useCallback(
    () =>
      inBackground(
        submit(payload, { action: '/admin/responses-to-remove', method: 'post', encType: 'application/json' }),
      ),
    [submit, payload],
  );
  useEffect(count, [count]);
  if (data?.ok) return { text: `${whatGoes(data.responses)}${whatWasPaid(data.payments)}` };
  if (!data || state !== 'idle') return { text: 'Counting their responses…', isCounting: true };
  return { text: 'Their responses are removed too, but could not be counted.', retry: count };
}

function whatGoes(responses: number): string {
  const files = 'Images and files are removed too';
  if (responses === 0) return `${files}. No responses are removed.`;
  return `${files}, and so ${responses === 1 ? 'is 1 response' : `are ${responses.toLocaleString('en')} responses`}.`;
}

/** During an update of several copies, one of the version before may answer, which does not count payments. */
function whatWasPaid(payments: number | undefined): string {
  if (!payments) return '';
  return payments === 1
    ? ' 1 person has paid and was not paid back. Their payment is removed too. If the event does not take place, cancel it instead: the payment then stands as ‘To refund’.'
    : ` ${payments.toLocaleString('en')} people have paid and were not paid back. Their payments are removed too. If the event does not take place, cancel it instead: the payments then stand as ‘To refund’.`;
}
