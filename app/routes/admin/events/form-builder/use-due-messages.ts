import { useState } from 'react';
import { afterPress } from '../../../../ui/form/use-form-messages.ts';

/** Messages of what was added after saving was tried wait until it was left, or until saving is tried again. */
export function useDueMessages(attempts: number) {
  const [attemptsBefore] = useState(attempts);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  return {
    isDue: (name: string): boolean => attempts > attemptsBefore || left.has(name),
    leave: (name: string): void => afterPress(() => setLeft((now) => (now.has(name) ? now : new Set(now).add(name)))),
  };
}
