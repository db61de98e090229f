import { useEffect, useRef, type ReactNode } from 'react';

interface ArrivedProps {
  className: string | undefined;
  /** True where nothing else is left on the page: it is shown from its beginning. */
  isPage?: boolean;
  children: ReactNode;
}

export function Arrived({ className, isPage = false, children }: ArrivedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What went out by itself does not take the keyboard from where it is used by now.
    if (isUsedElsewhere(place.current)) return;
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

function isUsedElsewhere(place: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !place?.closest('form')?.contains(activeElement);
}
