import { useState } from 'react';
import { afterPress, useTouched } from '../../../../ui/form/use-touched.ts';

/** For a field added after saving was tried, messages wait until the field was left or saving is tried again. */
export function useDueMessages(attempts: number) {
  const [attemptsBefore] = useState(attempts);
  const { isTouched, touch } = useTouched();
  return {
    isDue: (name: string): boolean => attempts > attemptsBefore || isTouched(name),
    leave: (name: string): void => afterPress(() => touch(name)),
  };
}
