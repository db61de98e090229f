import { useEffect, useState } from 'react';
import { inBackground } from '../in-background.ts';
import { SIGN_IN_CHANNEL } from '../sign-in-channel.ts';
import type { Problem } from '../../problem.ts';

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
