import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { readProblem, type Problem } from '../problem.ts';
import { inBackground } from './in-background.ts';
import { SIGN_IN_CHANNEL } from './sign-in-channel.ts';

/** What an action answers (app/http/actions.ts) where it did what was asked. */
export type Saved<Action> = Extract<ReturnType<typeof useFetcher<Action>>['data'], { ok: true }>;

/** `Current` is the record that comes with a 409. */
export type ActionAnswer<Action, Current = unknown> = Saved<Action> | ({ ok: false } & Problem<Current>);

/** An action of which only whether it did what was asked is looked at. */
export type AnyAction = () => { ok: true };

/** The screen's own action where none is named. */
export interface Target {
  action?: string | undefined;
  method?: 'post' | 'delete';
}

const FAULT = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';

/** Anything unknown is a failure of the server's. */
function readRefusal<Current>(given: unknown): { ok: false } & Problem<Current> {
  const found = typeof given === 'object' && given !== null ? given : {};
  const status = 'status' in found && typeof found.status === 'number' ? found.status : 500;
  return { ok: false, ...readProblem<Current>(found, status, FAULT) };
}

function isSaved<Given>(given: Given): given is Extract<Given, { ok: true }> {
  return typeof given === 'object' && given !== null && 'ok' in given && given.ok === true;
}

/** Hands over the answer once. While one is under way, another is not sent: a double click saves once. */
export function useSend<Action = AnyAction, Current = unknown>(
  onAnswer: (answer: ActionAnswer<Action, Current>) => void,
  target: Target = {},
) {
  const fetcher = useFetcher<Action>();
  const waiting = useRef(false);
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!waiting.current || fetcher.data === undefined || fetcher.state === 'submitting') return;
    waiting.current = false;
    answered(isSaved(fetcher.data) ? fetcher.data : readRefusal<Current>(fetcher.data));
  }, [fetcher.data, fetcher.state]);
  return {
    busy: fetcher.state === 'submitting',
    send(payload: object = {}, { action, method = 'post' } = target) {
      if (waiting.current) return;
      waiting.current = true;
      const options = { method, encType: 'application/json', ...(action !== undefined && { action }) } as const;
      inBackground(fetcher.submit(JSON.stringify(payload), options));
    },
  };
}

const LOOK_AGAIN_MS = 15_000;

/** Why the last save failed. What passes by itself (no session, no site) is forgotten as soon as it has passed. */
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
