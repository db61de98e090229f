import { useEffect, useRef, type ReactNode } from 'react';

/** What takes a form's place, or its button's, once it has arrived: read out, and where the keyboard goes on. */
export function Arrived({ className, children }: { className: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} role="status" tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
