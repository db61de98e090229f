import { useState } from 'react';
import { afterPress } from '../../../../ui/form/after-press.ts';

/**
 * Which messages of a part are due: those of what was added after saving was tried wait until it was left, or until
 * saving is tried again (`attempts`). Names are the part's own, so that they stay with it wherever it is moved.
 */
export function useDueMessages(attempts: number) {
  const [attemptsBefore] = useState(attempts);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    isDue: (name: string): boolean => attempts > attemptsBefore || left.has(name),
    leave: (name: string): void => afterPress(() => setLeft((now) => (now.has(name) ? now : new Set(now).add(name)))),
  };
}
