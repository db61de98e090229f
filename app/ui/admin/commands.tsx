import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { resolvePath, useResolvedPath } from 'react-router';
import { focusMain } from '../focus-main.ts';
import { say, sayFailure } from './toasts.tsx';
import { useSend, type Target } from '../use-send.ts';

interface Answer {
  ok: true;
  note?: string;
}

/** What a row's button does. */
export interface RowCommand extends Target {
  payload?: object;
  /** The toast that is shown once it is done. */
  done: string | ((answer: Answer) => string);
  /** What ‘Undo’ in that toast does; left out: it has none. */
  undo?: () => void;
  /** The button disappears once it is done, so the focus moves to the next row, or else to the screen's main content. */
  goes?: boolean;
}

interface QueuedCommand extends RowCommand {
  action: string;
  pressed: Element | null;
  /** A neighbouring row; its own may be gone before the answer is there. */
  beside: HTMLElement | undefined;
}

let send: ((command: QueuedCommand) => void) | undefined;

/** Sends what the buttons of rows do. The answer arrives even if the row is gone or the screen was left meanwhile. */
export function useCommands(): (command: RowCommand) => void {
  const { pathname } = useResolvedPath('.');
  return useCallback(
    ({ action = '.', ...command }: RowCommand) => {
      const pressed = document.activeElement;
      const beside = rowBeside(pressed);
      send?.({ ...command, action: resolvePath(action, pathname).pathname, pressed, beside });
    },
    [pathname],
  );
}

/** Sends one command after the other, however quickly they are chosen. It is mounted around all screens of an area. */
export function Commands() {
  const [queue, setQueue] = useState<QueuedCommand[]>([]);
  const [next] = queue;
  const sender = useSend<() => Answer>((answer) => {
    if (next && answer.ok) {
      if (next.goes) leave(next);
      say(typeof next.done === 'string' ? next.done : next.done(answer), next.undo && { undo: next.undo });
    }
    // 409 and 422 would be refused again, so they offer no retry.
    if (next && !answer.ok)
      sayFailure(answer.error, [409, 422].includes(answer.status) ? undefined : () => send?.(next));
    setQueue((now) => now.slice(1));
  });
  const sendNext = useEffectEvent((command: QueuedCommand) => sender.send(command.payload, command));
  useEffect(() => {
    if (next) sendNext(next);
  }, [next]);
  useEffect(() => {
    // A double click sends one command.
    send = (command) => setQueue((now) => (isSame(now.at(-1), command) ? now : [...now, command]));
    return () => {
      send = undefined;
    };
  }, []);
  return null;
}

/** Moves the focus to a neighbouring row, or else to the main content, unless it has gone elsewhere meanwhile. */
function leave({ pressed, beside }: QueuedCommand): void {
  const { activeElement, body } = document;
  if (activeElement !== body && activeElement !== pressed) return;
  if (beside?.isConnected) focusRow(beside);
  else focusMain();
}

/** Not a button in the row, because Enter that is still held would press that too. */
function focusRow(row: HTMLElement): void {
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
}

function rowBeside(pressed: Element | null): HTMLElement | undefined {
  const row = pressed?.closest('li, tr');
  return [row?.nextElementSibling, row?.previousElementSibling].find((one) => one instanceof HTMLElement);
}

function isSame(one: QueuedCommand | undefined, { action, method, payload }: QueuedCommand): boolean {
  return one?.action === action && one.method === method && JSON.stringify(one.payload) === JSON.stringify(payload);
}
