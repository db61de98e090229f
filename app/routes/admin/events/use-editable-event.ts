import { useEffect, useState } from 'react';
import type { EditableEvent } from '../../../domain/events/editable-event.ts';
import { inBackground } from '../../../ui/in-background.ts';

export type Opening = { state: 'loading' } | { state: 'failed'; why: string } | { state: 'open'; draft: EditableEvent };

const UNREACHED = 'The event cannot be loaded right now. Check your connection and try again.';
const ENDED = 'You are not signed in any more. Please sign in again.';

/** What others save later does not change it. `retry` asks again. */
export function useEditableEvent(key: string): Opening & { retry: () => void } {
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    inBackground(load(key).then((loaded) => isWanted && setOpening(loaded)));
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);
  return {
    ...opening,
    retry: () => {
      setOpening({ state: 'loading' });
      setAttempt((now) => now + 1);
    },
  };
}

async function load(key: string): Promise<Opening> {
  try {
    const answer = await fetch(`/admin/events/${encodeURIComponent(key)}/draft`);
    if (answer.status === 401) return { state: 'failed', why: ENDED };
    if (answer.ok) return { state: 'open', draft: await answer.json() };
    const { error }: { error: string } = await answer.json();
    return { state: 'failed', why: error };
  } catch {
    return { state: 'failed', why: UNREACHED };
  }
}
