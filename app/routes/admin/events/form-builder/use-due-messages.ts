import { useState } from 'react';
import { afterPress, useTouched } from '../../../../ui/form/use-touched.ts';

/** Messages of what was added after saving was tried wait until it was left, or until saving is tried again. */
export function useDueMessages(attempts: number) {
  const [attemptsBefore] = useState(attempts);
  const { isTouched, touch } = useTouched();
  return {
    isDue: (name: string): boolean => attempts > attemptsBefore || isTouched(name),
    leave: (name: string): void => afterPress(() => touch(name)),
  };
}
