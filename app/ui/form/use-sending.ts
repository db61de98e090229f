import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { describeProblem, isOfKind, type Problem } from '../../problem.ts';
import { inBackground, whenIdle } from '../in-background.ts';
import { useOnline } from '../use-online.ts';

/** Also said of what no code foresaw, such as a part of the page that could not be loaded. */
export const UNREACHED = describeProblem(
  503,
  'The site cannot be reached, so this was not sent. Nothing you typed is lost: check your connection and try again.',
  { kind: 'unreached' },
);

export const OFFLINE = describeProblem(
  503,
  'You are offline, so this was not sent. Nothing you typed is lost: connect and try again.',
  { kind: 'unreached' },
);

export interface FormSender {
  prepareToken: () => void;
}

interface Attempt<Part> {
  send: (sender: Part) => Promise<Problem | undefined>;
  sent: () => void;
  /** Returns true when the form itself shows why it was refused. */
  refused?: (problem: Problem) => boolean | void;
}

/** Milliseconds until what did not arrive is sent again; a network that has just come back may go once more. */
const AGAIN_FIRST = 2500;
const AGAIN_AT_MOST = 60_000;

/** What could not reach the site is sent again by itself, until the form is changed or left. */
export function useSending<Part extends FormSender>(load: () => Promise<Part>) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  /** How often what waits for the network was tried; 0 where nothing waits. */
  const [tries, setTries] = useState(0);
  const isOnline = useOnline();
  const running = useRef(false);
  const attempt = useRef<Attempt<Part>>(null);
  const loadSender = useSender(load);

  const send = async () => {
    const current = attempt.current;
    if (!current || running.current) return;
    running.current = true;
    setSending(true);
    const problem = await loadSender()
      .then(current.send)
      .catch(() => UNREACHED);
    running.current = false;
    setSending(false);
    const isUnreached = problem !== undefined && isOfKind(problem, 'unreached');
    setTries((before) => (isUnreached ? before + 1 : 0));
    if (!problem) {
      setFailure(null);
      current.sent();
    } else if (isUnreached && !navigator.onLine) setFailure(OFFLINE);
    else setFailure(current.refused?.(problem) ? null : problem);
  };

  const sendAgain = useEffectEvent(() => inBackground(send()));
  useEffect(() => {
    if (tries === 0 || !isOnline || isSending) return;
    const wait = Math.min(AGAIN_FIRST * 2 ** (tries - 1), AGAIN_AT_MOST);
    const timer = setTimeout(sendAgain, wait * (1 + Math.random()));
    return () => clearTimeout(timer);
  }, [tries, isOnline, isSending]);

  return {
    isSending,
    failure,
    /** Whether it goes out by itself once the site is reached. */
    isWaiting: tries > 0,
    prepare: ({ attests }: { attests: boolean }) => {
      loadSender().then(
        (sender) => attests && navigator.onLine && sender.prepareToken(),
        () => {},
      );
    },
    /** What is being changed is not sent by itself any more. */
    hold: () => setTries(0),
    run: (next: Attempt<Part>) => {
      if (running.current) return;
      attempt.current = next;
      setFailure(null);
      setTries(0);
      inBackground(send());
    },
  };
}

/** Loads the part that sends once the page is idle, or when it is asked for; where that fails, at the next chance. */
function useSender<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const loading = useRef<Promise<Part>>(null);
  const start = useRef(load);
  const loadOnce = useCallback(() => {
    const part = (loading.current ??= start.current());
    part.catch(() => (loading.current = null));
    return part;
  }, []);
  useEffect(() => {
    const begin = () => inBackground(loadOnce().catch(() => {}));
    const cancel = whenIdle(begin);
    addEventListener('online', begin);
    return () => {
      cancel();
      removeEventListener('online', begin);
    };
  }, [loadOnce]);
  return loadOnce;
}
