import { useEffect, useEffectEvent, useState } from 'react';
import { say, sayFailure } from './toasts.tsx';
import { useSend, type Target } from './use-send.ts';

/** What a button of a row does. */
export interface Command extends Target {
  payload?: object;
  /** Said once it is done. */
  done: string;
}

/** Does one after the other, as quickly as they may be chosen. */
export function useCommands(): (command: Command) => void {
  const [queue, setQueue] = useState<Command[]>([]);
  const [next] = queue;
  const add = (command: Command) => setQueue((now) => [...now, command]);
  const sender = useSend((answer) => {
    if (next && answer.ok) say(next.done);
    // What the rules refuse they refuse again.
    if (next && !answer.ok) sayFailure(answer.error, answer.status === 422 ? undefined : () => add(next));
    setQueue((now) => now.slice(1));
  });
  const send = useEffectEvent((command: Command) => sender.send(command.payload, command));
  useEffect(() => {
    if (next) send(next);
  }, [next]);
  return add;
}
