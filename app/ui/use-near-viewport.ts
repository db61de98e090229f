import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** True once the element is within 50 px of the viewport (product.md 9) or is printed, or from the start. */
export function useNearViewport(element: RefObject<Element | null>, fromTheStart = false): boolean {
  const [isNear, setNear] = useState(fromTheStart);
  useEffect(() => {
    if (isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: '50px' },
    );
    observer.observe(element.current);
    // The browser captures the page as soon as this handler returns, so React has to render at once.
    const print = () => flushSync(() => setNear(true));
    addEventListener('beforeprint', print);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', print);
    };
  }, [isNear, element]);
  return isNear;
}
