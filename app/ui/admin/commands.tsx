import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { resolvePath, useResolvedPath } from 'react-router';
import { say, sayFailure } from './toasts.tsx';
import { useSend, type Target } from '../use-send.ts';

interface Answer {
  ok: true;
  note?: string;
}

/** What a button of a row does. */
export interface Command extends Target {
  payload?: object;
  /** Said once it is done. */
  done: string | ((answer: Answer) => string);
  /** The button goes once it is done: who pressed it goes on in the screen. */
  goes?: boolean;
}

interface Sent extends Command {
  action: string;
  pressed: Element | null;
}

let send: ((command: Sent) => void) | undefined;

/** Sends what buttons of rows do, which is answered when the row has gone before, and when its screen was left. */
export function useCommands(): (command: Command) => void {
  const { pathname } = useResolvedPath('.');
  return useCallback(
    ({ action = '.', ...command }: Command) =>
      send?.({ ...command, action: resolvePath(action, pathname).pathname, pressed: document.activeElement }),
    [pathname],
  );
}

/** Does one after the other, as quickly as they may be chosen: around all screens of an area. */
export function Commands() {
  const [queue, setQueue] = useState<Sent[]>([]);
  const [next] = queue;
  const sender = useSend<() => Answer>((answer) => {
    if (next && answer.ok) {
      if (next.goes) leave(next.pressed);
      say(typeof next.done === 'string' ? next.done : next.done(answer));
    }
    // What the rules refuse they refuse again.
    if (next && !answer.ok)
      sayFailure(answer.error, [409, 422].includes(answer.status) ? undefined : () => send?.(next));
    setQueue((now) => now.slice(1));
  });
  const sendNext = useEffectEvent((command: Sent) => sender.send(command.payload, command));
  useEffect(() => {
    if (next) sendNext(next);
  }, [next]);
  useEffect(() => {
    // A double click does it once.
    send = (command) => setQueue((now) => (isSame(now.at(-1), command) ? now : [...now, command]));
    return () => {
      send = undefined;
    };
  }, []);
  return null;
}

/** Unless the keyboard is used elsewhere by now. */
function leave(pressed: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement === pressed)
    document.querySelector('main')?.focus({ preventScroll: true });
}

function isSame(one: Sent | undefined, { action, method, payload }: Sent): boolean {
  return one?.action === action && one.method === method && JSON.stringify(one.payload) === JSON.stringify(payload);
}
