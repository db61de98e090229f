import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** On the way from another page, those of `all` that are seen first; with the next frame, all. */
export function useFirstSeen<One>(all: One[], first: number): One[] {
  const isNext = useNavigationType() === 'PUSH';
  const [isWhole, setWhole] = useState(!isNext);
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole ? all : all.slice(0, first);
}
