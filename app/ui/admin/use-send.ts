import { useEffect, useEffectEvent, useRef } from 'react';
import { useFetcher } from 'react-router';
import { readResult, type ActionResult } from './action-result.ts';
import { inBackground } from '../in-background.ts';

/** Hands over the answer once. While one is under way, another is not sent: a double click saves once. */
export function useSend<Saved = unknown>(onAnswer: (answer: ActionResult<Saved>) => void, action?: string) {
  const fetcher = useFetcher<unknown>();
  const waiting = useRef(false);
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!waiting.current || fetcher.data === undefined || fetcher.state === 'submitting') return;
    waiting.current = false;
    answered(readResult<Saved>(fetcher.data));
  }, [fetcher.data, fetcher.state]);
  return {
    busy: fetcher.state === 'submitting',
    send(payload: object) {
      if (waiting.current) return;
      waiting.current = true;
      const options = { method: 'post', encType: 'application/json', ...(action !== undefined && { action }) } as const;
      inBackground(fetcher.submit(JSON.stringify(payload), options));
    },
  };
}
