import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * After navigating from another page, false for one frame, so that only what is seen first is drawn: that takes a slow
 * phone half the time. On a first visit and on the way back, true from the start.
 */
export function useIsPastFirstFrame(): boolean {
  const isNext = useNavigationType() === 'PUSH';
  const [isWhole, setWhole] = useState(!isNext);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole;
}

/** How many items of a list are seen first: in the one column of a phone, and on wider screens. */
export function countFirstSeen({ phone, wider }: { phone: number; wider: number }): number {
  return matchMedia('(min-width: 40rem)').matches ? wider : phone;
}
