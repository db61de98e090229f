import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { openOnce, type Once } from './once.ts';

let isFirstForm = true;

/** The once-only key of the form `name`, made when the form is opened; there from the first effect on. */
export function useOnce(name: string): React.RefObject<Once | null> {
  const { pathname, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  const once = useRef<Once>(null);
  const open = useEffectEvent(() => {
    // The first page of a document counts as a POP too, even one that nobody went back to.
    const isReturn = isPop && (!isFirstForm || wasGoneBackTo());
    isFirstForm = false;
    once.current = openOnce(name, `${pathname}:${key}`, isReturn);
  });
  // A link within the page leaves the form as it is.
  useEffect(() => open(), [name, pathname]);
  return once;
}

function wasGoneBackTo(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
}
