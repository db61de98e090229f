import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { readProblem, type Problem } from '../../problem.ts';
import { inBackground } from '../in-background.ts';
import { SIGN_IN_CHANNEL } from '../sign-in-channel.ts';

/** What an admin action answers (app/http/actions.ts), as the dialogs read it. */
export type ActionResult<Saved = unknown> = SavedResult | ({ ok: false } & Problem<Saved>);

export interface SavedResult {
  ok: true;
  version?: number;
  /** What was done, in words. */
  said?: string;
}

const FAULT = 'Something went wrong on our side. Nothing is lost: please try again in a moment.';

/** Whatever an action gave back, as an ActionResult; anything unknown is a failure of the server's. */
function readResult<Saved>(value: unknown): ActionResult<Saved> {
  const given = typeof value === 'object' && value !== null ? value : {};
  if ('ok' in given && given.ok === true) {
    const { version, said } = { version: undefined, said: undefined, ...given };
    return {
      ok: true,
      ...(typeof version === 'number' && { version }),
      ...(typeof said === 'string' && { said }),
    };
  }
  const status = 'status' in given && typeof given.status === 'number' ? given.status : 500;
  return { ok: false, ...readProblem<Saved>(given, status, FAULT) };
}

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
