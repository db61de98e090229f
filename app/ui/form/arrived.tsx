import { useEffect, useRef, type ReactNode } from 'react';

interface ArrivedProps {
  className: string | undefined;
  /** True where nothing else is left on the page: it is shown from its beginning. */
  isPage?: boolean;
  children: ReactNode;
}

/** What takes a form's place, or its button's, once it has arrived: read out, and where the keyboard goes on. */
export function Arrived({ className, isPage = false, children }: ArrivedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolled by itself: the focus alone may leave it under the bar.
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: isPage ? 'start' : 'nearest' });
  }, [isPage]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
