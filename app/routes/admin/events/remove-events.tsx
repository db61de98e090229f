import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { ConfirmRemoval, removalQuestion } from '../../../ui/admin/confirm-removal.tsx';
import type { action } from './events.tsx';

interface RemoveEventsProps {
  keys: string[];
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before events are removed, and says how many responses go with them (readings.md 4). */
export function RemoveEvents({ keys, onClose, onRemoved }: RemoveEventsProps) {
  const responses = useResponsesGoing(keys);
  return (
    <ConfirmRemoval
      title="Remove events"
      question={removalQuestion(keys.length, 'event')}
      payload={{ verb: 'remove', keys }}
      {...{ onClose, onRemoved }}
    >
      <p role="status">{responses === undefined ? 'Counting their responses…' : whatGoes(responses)}</p>
    </ConfirmRemoval>
  );
}

function useResponsesGoing(keys: string[]): number | undefined {
  const { submit, data } = useFetcher<typeof action>();
  // The dialog asks about the events that were ticked when it opened.
  const [payload] = useState(() => JSON.stringify({ verb: 'count-responses', keys }));
  useEffect(() => {
    void submit(payload, { method: 'post', encType: 'application/json' });
  }, [submit, payload]);
  return data?.ok ? data.responses : undefined;
}

function whatGoes(responses: number): string {
  const files = 'Their images and files are removed too';
  if (responses === 0) return `${files}. There are no responses to lose.`;
  return `${files}, and so ${responses === 1 ? 'is 1 response' : `are ${responses.toLocaleString('en')} responses`}.`;
}
