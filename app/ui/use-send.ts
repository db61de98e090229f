import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { readProblem, type Problem } from '../problem.ts';
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

const FAULT = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';

/** Anything unknown counts as a failure of the server. */
function readRefusal<Current>(given: unknown): { ok: false } & Problem<Current> {
  const found = typeof given === 'object' && given !== null ? given : {};
  const status = 'status' in found && typeof found.status === 'number' ? found.status : 500;
  return { ok: false, ...readProblem<Current>(found, status, FAULT) };
}

function isSaved<Given>(given: Given): given is Extract<Given, { ok: true }> {
  return typeof given === 'object' && given !== null && 'ok' in given && given.ok === true;
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
  const waiting = useRef(false);
  /** The answer before: it is there still while the next one is waited for. */
  const former = useRef<unknown>(undefined);
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!waiting.current || fetcher.data === undefined || fetcher.data === former.current) return;
    if (fetcher.state === 'submitting') return;
    waiting.current = false;
    answered(isSaved(fetcher.data) ? fetcher.data : readRefusal<Current>(fetcher.data));
  }, [fetcher.data, fetcher.state]);
  return {
    busy: fetcher.state === 'submitting',
    /** Nothing is on its way, and the screen shows what came of it. */
    isIdle: fetcher.state === 'idle',
    send(payload: object = {}, { action, method = 'post' } = target): boolean {
      if (waiting.current) return false;
      waiting.current = true;
      former.current = fetcher.data;
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
      if (await isOpen()) setProblem((now) => (now === problem ? undefined : now));
    };
    return lookFrequently(() => inBackground(look()));
  }, [problem]);
  return [problem, setProblem] as const;
}

function mayPass({ status }: Problem): boolean {
  return status === 401 || status === 403 || status >= 500;
}

async function isOpen(): Promise<boolean> {
  try {
    return (await fetch(window.location.pathname, { method: 'HEAD', redirect: 'manual' })).ok;
  } catch {
    return false;
  }
}

function lookFrequently(look: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener('online', look, { signal });
  addEventListener('focus', look, { signal });
  const signIns = new BroadcastChannel(SIGN_IN_CHANNEL);
  signIns.addEventListener('message', look);
  const timer = setInterval(look, LOOK_AGAIN_MS);
  return () => {
    ended.abort();
    signIns.close();
    clearInterval(timer);
  };
}
