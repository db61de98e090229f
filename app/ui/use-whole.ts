import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/**
 * On the way from another page false for one frame, which shows what is seen first: a slow phone draws that in half the
 * time. A first visit and the way back have all at once.
 */
export function useWhole(): boolean {
  const isNext = useNavigationType() === 'PUSH';
  const [isWhole, setWhole] = useState(!isNext);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole;
}
