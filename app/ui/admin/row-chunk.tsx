import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How far outside the viewport rows are drawn. */
const AHEAD = '1500px';

interface RowChunkProps {
  heading?: string;
  always: boolean;
  isFirst: boolean;
  /** Height in pixels, until the rows have been drawn. */
  estimate: number;
  /** The number of columns of the whole table. */
  columns: number;
  children: () => ReactNode;
}

/** Some rows of a table: drawn near the viewport, otherwise replaced by one empty row of the same height. */
export function RowChunk({ heading, always, isFirst, estimate, columns, children }: RowChunkProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [{ near, height }, setState] = useState({ near: isFirst, height: estimate });
  useEffect(() => {
    if (!body.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1);
        if (last)
          setState((now) =>
            now.near === last.isIntersecting
              ? now
              : { near: last.isIntersecting, height: last.boundingClientRect.height },
          );
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(body.current);
    return () => observer.disconnect();
  }, []);
  const isDrawn = near || always;
  return (
    // The style sheet draws the heading from aria-label: a row for it would count as one of the table's rows.
    <tbody ref={body} aria-label={(isDrawn && heading) || undefined} aria-hidden={isDrawn ? undefined : true}>
      {isDrawn ? (
        children()
      ) : (
        <tr>
          <td aria-hidden colSpan={columns} style={{ height, padding: 0 }} />
        </tr>
      )}
    </tbody>
  );
}
