import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { FAULT_OF_SAVE, readProblem, type Problem } from '../problem.ts';
import { inBackground } from './in-background.ts';
import { SIGN_IN_CHANNEL } from './sign-in-channel.ts';

/** What an action (app/http/actions.ts) answers if it did what was asked. */
export type Saved<Action> = Extract<ReturnType<typeof useFetcher<Action>>['data'], { ok: true }>;

/** `Current` is the record in a 409 answer. */
export type ActionAnswer<Action, Current = unknown> = Saved<Action> | ({ ok: false } & Problem<Current>);

/** An action whose answer matters only as success or failure. */
export type AnyAction = () => { ok: true };

/** Without `action`, the screen's own action. */
export interface Target {
  action?: string | undefined;
  method?: 'post' | 'delete';
}

/** Anything unknown counts as a failure of the server. */
function readRefusal<Current>(answer: unknown): { ok: false } & Problem<Current> {
  const found = typeof answer === 'object' && answer !== null ? answer : {};
  const status = 'status' in found && typeof found.status === 'number' ? found.status : 500;
  return { ok: false, ...readProblem<Current>(found, status, FAULT_OF_SAVE) };
}

function isSaved<Answer>(answer: Answer): answer is Extract<Answer, { ok: true }> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
}

/**
 * Calls `onAnswer` once per answer. While a request is running, another is not sent: a double click saves once. `send` says
 * whether it was sent.
 */
export function useSend<Action = AnyAction, Current = unknown>(
  onAnswer: (answer: ActionAnswer<Action, Current>) => void,
  target: Target = {},
) {
  const fetcher = useFetcher<Action>();
  const isWaiting = useRef(false);
  /** The fetcher still has this answer to the request before while the next one runs. */
  const lastAnswer = useRef<unknown>(undefined);
  const passOn = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!isWaiting.current || fetcher.data === undefined || fetcher.data === lastAnswer.current) return;
    if (fetcher.state === 'submitting') return;
    isWaiting.current = false;
    passOn(isSaved(fetcher.data) ? fetcher.data : readRefusal<Current>(fetcher.data));
  }, [fetcher.data, fetcher.state]);
  return {
    busy: fetcher.state === 'submitting',
    /** No request is running, and the screen shows what the last one changed. */
    isIdle: fetcher.state === 'idle',
    send(payload: object = {}, { action, method = 'post' } = target): boolean {
      if (isWaiting.current) return false;
      isWaiting.current = true;
      lastAnswer.current = fetcher.data;
      const options = { method, encType: 'application/json', ...(action !== undefined && { action }) } as const;
      inBackground(fetcher.submit(JSON.stringify(payload), options));
      return true;
    },
  };
}

const LOOK_AGAIN_MS = 15_000;

/**
 * Why the last save failed. A problem that passes by itself (no session, no site) is cleared as soon as it has passed.
 */
export function useProblem() {
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    if (!problem || !mayPass(problem)) return undefined;
    const look = async () => {
      if (await canLoadPage()) setProblem((now) => (now === problem ? undefined : now));
    };
    return lookFrequently(() => inBackground(look()));
  }, [problem]);
  return [problem, setProblem] as const;
}

function mayPass({ status }: Problem): boolean {
  return status === 401 || status === 403 || status >= 500;
}

async function canLoadPage(): Promise<boolean> {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', redirect: 'manual' })).ok;
  } catch {
    return false;
  }
}

function lookFrequently(look: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('online', look, { signal });
  addEventListener('focus', look, { signal });
  const signIns = new BroadcastChannel(SIGN_IN_CHANNEL);
  signIns.addEventListener('message', look);
  const timer = setInterval(look, LOOK_AGAIN_MS);
  return () => {
    listening.abort();
    signIns.close();
    clearInterval(timer);
  };
}
