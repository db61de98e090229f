import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { describeProblem, isOfKind, type Problem } from '../../problem.ts';
import { inBackground, whenIdle } from '../in-background.ts';
import { useOnline } from '../use-online.ts';

/** Also used for failures that no code foresaw, such as a part of the page that could not be loaded. */
export const UNREACHED = describeProblem(
  503,
  'The site cannot be reached, so this was not sent. Nothing you typed is lost.',
  { kind: 'unreached' },
);

export const OFFLINE = describeProblem(503, 'You are offline, so this was not sent. Nothing you typed is lost.', {
  kind: 'unreached',
});

export interface FormSender {
  prepareToken: () => void;
}

interface Attempt<Part> {
  send: (sender: Part) => Promise<Problem | undefined>;
  sent: () => void;
  /** Returns true if the form itself shows why it was refused. */
  refused?: (problem: Problem) => boolean | void;
}

/** Milliseconds until a failed send is repeated; a network that has just come back may go again. */
const AGAIN_FIRST = 2500;
const AGAIN_AT_MOST = 60_000;

/** Whatever did not reach the site is sent again automatically, until the form is changed or left. */
export function useSending<Part extends FormSender>(load: () => Promise<Part>) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Problem | null>(null);
  /** How often sending was tried while waiting for the network; 0 when nothing waits. */
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
    /** Whether it is sent automatically once the site can be reached. */
    isWaiting: tries > 0,
    prepare: ({ attests }: { attests: boolean }) => {
      loadSender().then(
        (sender) => attests && navigator.onLine && sender.prepareToken(),
        () => {},
      );
    },
    /** A form that is being changed is no longer sent automatically. */
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

/** Loads the sending code once the page is idle or when it is needed; if that fails, at the next chance. */
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
